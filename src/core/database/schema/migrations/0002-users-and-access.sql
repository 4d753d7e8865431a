-- Users and everything that signs them in.

create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  email_verified_at timestamptz,
  -- When the signed-in user first proved access to the mailbox, with a mailed code or a password
  -- reset. Null: the address may belong to another person than the one who registered it.
  mailbox_proven_at timestamptz,
  -- Since when the mailbox refuses every mail. Null: it accepted the last one.
  mail_refused_since timestamptz,
  phone text unique,
  password_hash text not null,
  -- Incremented by every new password, not by a new hash of the same one. A sign-in compares the
  -- version it read, so that it does not outlive a password change.
  password_version integer not null default 0,
  -- A password reset locks withdrawals until then.
  withdraw_locked_until timestamptz,
  bind_2fa boolean not null default false,
  -- When the second factor was last turned on or off. Null: never.
  twofa_changed_at timestamptz,
  language text not null default 'id',
  currency text not null default 'IDR',
  identity_status text not null default 'none'
    check (identity_status in ('none', 'pending', 'success', 'failed')),
  suspended_at timestamptz,
  -- The reason that the user or an operator gave for the suspension.
  suspension_reason text
    check (suspension_reason is null or length(suspension_reason) between 1 and 500),
  created_at timestamptz not null default now()
);

create table pins (
  id_user bigint primary key references users,
  pin_hash text,
  pin_lock smallint not null default 0 check (pin_lock in (0, 1)),
  biometrics_lock smallint not null default 0 check (biometrics_lock in (0, 1)),
  -- A correct PIN resets it.
  wrong_in_a_row integer not null default 0 check (wrong_in_a_row >= 0)
);

-- The sealed authenticator secret of each user, created before it is bound. A time step of 30
-- seconds is accepted once: last_step only grows, even when the secret is replaced.
create table totp_secrets (
  user_id bigint primary key references users,
  sealed_secret text not null,
  last_step bigint not null default 0 check (last_step >= 0)
);

-- One-time codes, one row per identity (an email address or a phone number) and user. Only a keyed
-- digest of a code is stored. Attempt counts outlive the codes, so a new code does not reset them.
create table otp_codes (
  purpose text not null check (purpose in ('email', 'sms', 'withdraw')),
  identity text not null check (length(identity) between 1 and 255),
  user_id bigint references users,
  mac bytea,
  expires_at timestamptz not null,
  code_tries smallint not null default 0,
  -- The previous code stays valid until it expires, with its own attempts: otherwise any caller of
  -- the public endpoint could invalidate the code that its owner waits for. A success uses up both.
  former_mac bytea,
  former_expires_at timestamptz,
  former_tries smallint not null default 0,
  window_tries smallint not null default 0,
  window_ends_at timestamptz not null default now(),
  day_tries smallint not null default 0,
  day_ends_at timestamptz not null default now(),
  unique nulls not distinct (purpose, identity, user_id)
);

-- Phone numbers (E.164) that receive no codes until an operator unblocks them.
create table phone_blacklist (
  phone text primary key check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  reason text not null,
  created_at timestamptz not null default now()
);

-- Verification links sent by mail, under the digest of their token.
create table email_verifications (
  digest bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);

create index email_verifications_of_user on email_verifications (user_id);

-- The one valid password reset link of a user, under the digest of its token.
create table password_resets (
  user_id bigint primary key references users,
  digest bytea not null unique check (octet_length(digest) = 32),
  expires_at timestamptz not null
);

-- Devices that signed in to an account. The service gives each device a key and stores its digest.
create table devices (
  user_id bigint not null references users,
  digest bytea not null check (octet_length(digest) = 32),
  -- The digest of the User-Agent of its last sign-in, without version numbers, and the network it
  -- came from: an app that does not keep its key is recognised by both.
  agent bytea not null check (octet_length(agent) = 32),
  network text not null check (length(network) between 1 and 100),
  -- Whether the device has ever sent its key back.
  key_kept boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (user_id, digest)
);

create index devices_by_digest on devices (digest);
create index devices_by_use on devices (used_at);

-- A session. Its refresh tokens are derived from the seed and the generation, so a repeated refresh
-- returns the same successor although no token is stored in clear.
create table session_families (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  seed bytea not null,
  generation integer not null default 0,
  -- The digest of the key of its device.
  device bytea check (length(device) = 32),
  -- The name that the device gave itself, and the address it signed in from.
  device_name text check (length(device_name) <= 200),
  ip text check (length(ip) <= 100),
  refreshed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index session_families_of_user on session_families (user_id) where revoked_at is null;
create index session_families_devices on session_families (user_id, created_at)
  where device is not null;

create table refresh_tokens (
  digest bytea primary key,
  family_id bigint not null references session_families on delete cascade,
  generation integer not null,
  expires_at timestamptz not null
);

create index refresh_tokens_of_family on refresh_tokens (family_id);

create table access_tokens (
  digest bytea primary key,
  family_id bigint not null references session_families on delete cascade,
  user_id bigint not null references users,
  expires_at timestamptz not null
);

create index access_tokens_of_family on access_tokens (family_id);
create index access_tokens_of_user on access_tokens (user_id);

-- Keys for programs that act for a user. The key is stored as a keyed digest and as the few
-- characters its owner recognises it by. The secret is sealed and not digested, because verifying a
-- signature needs it.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null check (length(name) between 1 and 100),
  key_digest bytea not null unique check (octet_length(key_digest) = 32),
  -- The key before the last edit: it authenticates nothing but the deletion of this row.
  former_digest bytea check (octet_length(former_digest) = 32),
  masked_key text not null,
  sealed_secret text not null,
  permissions text[] not null
    check (cardinality(permissions) > 0 and permissions <@ array['read', 'trade', 'withdraw']),
  -- The addresses and networks that may use the key; empty: all.
  ips text[] not null default '{}',
  version integer not null default 1,
  -- A password reset suspends keys that can move money, because the mailbox may be compromised. An
  -- edit, which issues a new key and secret, ends the suspension.
  suspended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index api_keys_of_user on api_keys (user_id, id);

-- Signatures that were used and have not expired, so that none is accepted twice.
create table api_key_signatures (
  signature bytea primary key check (octet_length(signature) = 32),
  expires_at timestamptz not null
);

create index api_key_signatures_by_expiry on api_key_signatures (expires_at);
