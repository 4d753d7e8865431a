-- Keys by which programs call in the name of a user. The key itself is kept as a keyed digest and
-- as the few characters by which its owner recognises it; the secret is sealed, since checking a
-- signature needs it.
create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  name text not null check (length(name) between 1 and 100),
  key_digest bytea not null unique check (octet_length(key_digest) = 32),
  -- Of the pair before the last edit: it opens nothing and can only delete the key.
  former_digest bytea check (octet_length(former_digest) = 32),
  masked_key text not null,
  sealed_secret text not null,
  permissions text[] not null
    check (cardinality(permissions) > 0 and permissions <@ array['read', 'trade', 'withdraw']),
  -- Addresses and networks that may use the key; none: any may.
  ips text[] not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index api_keys_of_user on api_keys (user_id, id);

-- Signatures that were used while they are still in time, so that none is used twice.
create table api_key_signatures (
  signature bytea primary key check (octet_length(signature) = 32),
  expires_at timestamptz not null
);

create index api_key_signatures_by_expiry on api_key_signatures (expires_at);
