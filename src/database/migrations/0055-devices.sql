-- Devices that signed in to an account, each known by a key that the service gave it and stores as
-- a digest. Only src/access writes this table.
create table devices (
  user_id bigint not null references users,
  digest bytea not null check (octet_length(digest) = 32),
  -- The User-Agent of its last sign-in without the numbers in it, as a digest, and the network that
  -- sign-in came from: what an app that keeps no key is compared by.
  agent bytea not null check (octet_length(agent) = 32),
  network text not null check (length(network) between 1 and 100),
  -- Whether the device ever brought its key back.
  key_kept boolean not null default false,
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (user_id, digest)
);

create index devices_by_digest on devices (digest);
create index devices_by_use on devices (used_at);

-- What a session is listed by: the name its device gave itself, and where it signed in from. The
-- device of a session is now the digest of its device's key. Sessions of before keep that of their
-- User-Agent, which no key equals.
alter table session_families
  add column device_name text check (length(device_name) <= 200),
  add column ip text check (length(ip) <= 100);
