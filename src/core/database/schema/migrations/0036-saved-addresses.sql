-- The coin addresses that users keep, to withdraw to them again.
create table saved_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  asset_id smallint not null references assets (id),
  network text not null,
  label text not null check (length(label) between 1 and 50),
  address text not null check (length(address) between 1 and 128),
  tag text check (length(tag) between 1 and 20),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, asset_id, network, address, tag)
);
