-- The lookup keys kept from a former application key, which recognise stored digests, sealed with the
-- current one. Only src/database writes this and the next table.
create table former_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  sealed_lookups text not null,
  retired_at timestamptz not null default now()
);

-- The progress of a change to a key.
create table key_changes (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  former_key_id text not null check (former_key_id ~ '^[0-9a-f]{16}$'),
  started_at timestamptz not null default now(),
  -- How many values were sealed again, and the part of the database that is being read.
  resealed bigint not null default 0,
  reading text,
  -- When a whole reading found nothing under the former key, and no node was using it.
  ended_at timestamptz
);

-- The key with which each node seals; null: written by a release that does not report it.
alter table nodes add column key_id text;
