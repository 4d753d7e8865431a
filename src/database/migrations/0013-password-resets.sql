-- The one reset link of a user that works, by the digest of its token.
create table password_resets (
  user_id bigint primary key references users,
  digest bytea not null unique check (octet_length(digest) = 32),
  expires_at timestamptz not null
);

-- A login under way compares the version it read, so that it does not outlive a new password; a
-- new hash of the same password leaves it alone. Withdrawals wait until their lock is over.
alter table users
  add column password_version integer not null default 0,
  add column withdraw_locked_until timestamptz;

insert into settings (key, value, is_public) values
  ('withdrawal.lock_after_reset_hours', '24', true);
