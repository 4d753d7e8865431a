-- The states that pairs and assets get, each with the time from which it holds. The state that holds
-- now is in the row of the pair or asset. Only src/core/reference writes it.
create table listing_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('pair', 'asset')),
  -- The name of the pair, or the symbol of the asset.
  name text not null check (length(name) between 1 and 30),
  state text not null check (state in
    ('announced', 'trading', 'sell-only', 'withdraw-only', 'delisted')),
  begins_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- When it became the state; null while it is planned.
  applied_at timestamptz,
  -- Holders are told once each, in the order of their ids: those up to this user are told.
  told_upto bigint not null default 0,
  told_at timestamptz
);

-- One plan for each time; a newer one replaces those that begin at its time or later.
create unique index listing_changes_planned on listing_changes (kind, name, begins_at)
  where applied_at is null;
create index listing_changes_due on listing_changes (begins_at) where applied_at is null;
create index listing_changes_to_tell on listing_changes (id) where told_at is null;
create index listing_changes_of on listing_changes (kind, name, id);
