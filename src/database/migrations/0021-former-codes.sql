-- Whoever asks for a code at the public endpoint must not make the one its owner waits for useless:
-- the code before the newest stays good until its own end, with the tries it had. A success uses up
-- both.
alter table otp_codes
  add column former_mac bytea,
  add column former_expires_at timestamptz,
  add column former_tries smallint not null default 0;

-- How many codes we send in an hour, over all users: texts cost money and stop there; mails go on.
insert into settings (key, value, is_public) values
  ('otp.texts_per_hour', '2000', false),
  ('otp.mails_per_hour', '10000', false);
