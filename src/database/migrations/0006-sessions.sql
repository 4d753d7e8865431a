-- Links in verification mails, by the digest of what the link carries.
create table email_verifications (
  digest bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);

create index email_verifications_of_user on email_verifications (user_id);

-- A family is one login. Its refresh tokens are derived from its seed and their generation, so a
-- repeated refresh can be answered with the same successor while nothing in clear is stored.
create table session_families (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  seed bytea not null,
  generation integer not null default 0,
  refreshed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index session_families_of_user on session_families (user_id) where revoked_at is null;

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
