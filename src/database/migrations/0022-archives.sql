-- Detached partitions that were archived and dropped. Only src/archives writes these tables.

create table archives (
  name text primary key,
  rows bigint not null check (rows >= 0),
  archived_at timestamptz not null default now()
);

-- The objects of an archive, in order. The rows of a part belong to owners of a range, both included;
-- the owner of rows that no user owns is 0.
create table archive_parts (
  archive text not null references archives,
  number integer not null check (number >= 1),
  first_owner bigint not null,
  last_owner bigint not null,
  rows integer not null check (rows > 0),
  -- The SHA-256 of the rows before compression.
  sha256 bytea not null check (length(sha256) = 32),
  primary key (archive, number),
  check (first_owner <= last_owner)
);

-- How many entries of each user's statement are archived.
create table archived_entries (
  user_id bigint not null references users,
  asset_id smallint not null references assets,
  entries bigint not null check (entries > 0),
  primary key (user_id, asset_id)
);
