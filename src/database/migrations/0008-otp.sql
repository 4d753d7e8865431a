-- One-time codes, one row for each identity (an email address, a phone) and user. Only a keyed
-- digest of a code is kept. The counts of tries outlive the codes, so a new code refills none.
create table otp_codes (
  purpose text not null check (purpose in ('email', 'sms', 'withdraw')),
  identity text not null check (length(identity) between 1 and 255),
  user_id bigint references users,
  mac bytea,
  expires_at timestamptz not null,
  code_tries smallint not null default 0,
  window_tries smallint not null default 0,
  window_ends_at timestamptz not null default now(),
  day_tries smallint not null default 0,
  day_ends_at timestamptz not null default now(),
  unique nulls not distinct (purpose, identity, user_id)
);

-- Phones, in E.164, that take no more codes until an operator lifts them.
create table phone_blacklist (
  phone text primary key check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  reason text not null,
  created_at timestamptz not null default now()
);
