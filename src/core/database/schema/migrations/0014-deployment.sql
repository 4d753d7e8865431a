-- To whom the database belongs: the PostgreSQL cluster whose transaction numbers its rows carry, the
-- last timeline of that cluster on which nodes wrote (a promotion or a restore begins another one),
-- and the key of stored digests, made at the first start. Only src/core/database
-- writes this and the next table.
create table deployment (
  id smallint primary key check (id = 1),
  sealed_lookup_key text not null,
  system_identifier bigint not null,
  timeline bigint not null
);

-- The ids of the application keys with which nodes seal, or sealed and values of them may be stored.
create table app_keys (
  key_id text primary key check (length(key_id) = 8),
  -- When a node that seals with it last reported.
  seen_at timestamptz not null default now()
);
