-- Proofs of what users are owed: for each asset a Merkle sum tree over the balances of all users.
-- Only src/app/proofs writes the following tables; the last proofs are kept.
create table liability_proofs (
  id bigint generated always as identity primary key,
  -- Null: the proof of a night.
  requested_by bigint references operators,
  requested_at timestamptz not null default now(),
  -- The nonces of users are derived from it.
  secret bytea not null check (octet_length(secret) = 32),
  -- The time of the balances; null until the proof is complete.
  taken_at timestamptz,
  published_at timestamptz,
  check ((taken_at is null) = (published_at is null))
);

-- One proof is built at a time.
create unique index liability_proofs_open on liability_proofs ((true)) where published_at is null;

create table liability_trees (
  proof_id bigint not null references liability_proofs on delete cascade,
  asset_id smallint not null references assets,
  height smallint not null check (height between 10 and 32),
  root bytea not null check (octet_length(root) = 32),
  total units0 not null,
  -- The nodes above the chunks' leaves, each a hash of 32 bytes and a sum of 16.
  tops bytea not null check (octet_length(tops) % 48 = 0),
  primary key (proof_id, asset_id)
);

-- The leaves in their order, in chunks: first the keys, of 12 bytes each, then the nodes.
create table liability_leaves (
  proof_id bigint not null references liability_proofs on delete cascade,
  asset_id smallint not null references assets,
  first_key bytea not null check (octet_length(first_key) = 12),
  chunk integer not null check (chunk >= 0),
  leaves bytea not null check (octet_length(leaves) % 60 = 0),
  primary key (proof_id, asset_id, first_key)
);

-- Hashes cannot be compressed.
alter table liability_trees alter column tops set storage external;
alter table liability_leaves alter column leaves set storage external;
