-- How far we have read a provider's own list; what is older is settled.
create table pulled (
  provider text primary key,
  since_ms bigint not null,
  updated_at timestamptz not null default now()
);
