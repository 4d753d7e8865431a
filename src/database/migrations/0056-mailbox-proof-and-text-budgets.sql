-- When a signed-in user first proved to read the mailbox of the account: with a mailed code, or by a
-- password reset. Null: whoever registered the address may be somebody else than its owner.
alter table users add column mailbox_proven_at timestamptz;

-- Making an API key and withdrawing took a mailed code; only a reset changes a password.
update users u set mailbox_proven_at = now()
where u.password_version > 0
   or exists (select from api_keys k where k.user_id = u.id)
   or exists (select from withdrawals w where w.user_id = u.id);

alter table settings drop constraint settings_kind_check;
alter table settings add constraint settings_kind_check check (kind in
  ('text', 'rupiah', 'ppm', 'flag', 'hours', 'seconds', 'count', 'url', 'email', 'countries'));

insert into settings (key, value, kind, is_public) values
  ('otp.sms_countries', 'ID', 'countries', true),
  ('otp.texts_per_day_unproven', '5', 'count', false),
  ('otp.texts_before_captcha', '2', 'count', false),
  ('otp.texts_per_country_hour', '1000', 'count', false),
  ('otp.texts_per_prefix_hour', '30', 'count', false),
  ('otp.texts_alert_ppm', '100000', 'ppm', false);
