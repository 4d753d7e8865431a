-- Received money that cannot be credited to a user yet; operators assign it. Only
-- src/app/deposits writes this table.
create table suspense_items (
  id bigint generated always as identity primary key,
  source text not null,
  reference text not null,
  -- Null if custody names an asset that is none of ours: `in_words` then says what came.
  asset_id smallint references assets,
  units units0 check (units > 0),
  in_words text,
  reason text not null,
  data jsonb not null,
  state text not null default 'open' check (state in ('open', 'proposed', 'assigned', 'returned')),
  assigned_user bigint references users,
  decided_by bigint references operators,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  unique (source, reference),
  constraint suspense_items_named check (
    (asset_id is null) = (units is null) and (asset_id is not null or in_words is not null)),
  constraint suspense_items_assigned check ((state = 'assigned') = (assigned_user is not null)),
  constraint suspense_items_decided
    check ((state in ('assigned', 'returned')) = (decided_by is not null)
      and (decided_by is null) = (decided_at is null))
);

create index suspense_items_undecided on suspense_items (id) where state in ('open', 'proposed');

-- Differences between a provider's books and ours. Only src/backoffice/reconciliation
-- writes this and the following tables.
create table breaks (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('custody', 'payx', 'payd', 'house', 'venue')),
  kind text not null check (kind in
    ('balance', 'unlisted-asset', 'transfer', 'sent-twice', 'payment',
     'withdrawal-overdue', 'withdrawal-in-doubt', 'hold-overdue')),
  -- What differs: an asset, or our id of a movement.
  subject text not null check (length(subject) between 1 and 200),
  asset text,
  theirs text not null,
  ours text not null,
  since timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  alerted_at timestamptz,
  -- When a balance break stopped withdrawals, and its value then. Null: it never did, or its asset
  -- had no price.
  stopped_at timestamptz,
  stopped_worth_idr units0,
  -- When a part was last booked as the house's own; a next part waits for a new comparison.
  owned_at timestamptz,
  resolved_at timestamptz
);

create unique index breaks_open on breaks (provider, kind, subject) where resolved_at is null;

-- The balance at a provider before the first comparison and the first posting: the house's own
-- money, which the ledger does not record.
create table provider_openings (
  provider text not null check (provider in ('custody', 'payx', 'venue')),
  asset_id smallint not null references assets,
  units numeric(38, 0) not null check (units <> 'NaN'),
  noted_at timestamptz not null default now(),
  primary key (provider, asset_id)
);

-- Movements that were individually compared with the provider's books.
create table compared (
  kind text not null check (kind in ('withdrawal', 'payd-order')),
  reference text not null,
  agrees boolean not null,
  compared_at timestamptz not null default now(),
  primary key (kind, reference)
);
