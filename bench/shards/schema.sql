-- What the shards need beside the service's own tables. Each shard is one PostgreSQL server.

-- Who applies the callbacks of a key shard. The row that counts is on the key shard's home.
create table shard_leases (
  key_shard integer primary key,
  holder text not null,
  epoch bigint not null,
  ends_at timestamptz not null
);

-- The epoch that a transaction on this server must have to apply callbacks of a key shard.
create table shard_fences (
  key_shard integer primary key,
  epoch bigint not null
);

-- Accepted callbacks, on the home of their key shard.
create table shard_inbox (
  id bigint generated always as identity primary key,
  key_shard integer not null,
  source text not null,
  event_key text not null,
  number integer not null,
  user_id bigint not null,
  units numeric(38, 0) not null check (units > 0),
  applied boolean not null default false,
  unique (source, event_key, number)
);

create index shard_inbox_due on shard_inbox (key_shard, id) where not applied;

-- Moves on their way to a user of another shard, on the sender's shard.
create table shard_outbox (
  id bigint generated always as identity primary key,
  transfer text not null unique,
  to_user bigint not null,
  units numeric(38, 0) not null check (units > 0),
  arrived boolean not null default false
);

create index shard_outbox_due on shard_outbox (id) where not arrived;
