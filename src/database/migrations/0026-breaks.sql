-- Where a provider's books differ from ours. Only src/features/reconciliation writes these tables.
create table breaks (
  id bigint generated always as identity primary key,
  provider text not null check (provider in ('custody', 'payx', 'payd', 'house')),
  kind text not null check (kind in
    ('balance', 'unlisted-asset', 'transfer', 'sent-twice', 'payment',
     'withdrawal-overdue', 'withdrawal-in-doubt', 'hold-overdue')),
  -- What differs: an asset, or our own id of a movement.
  subject text not null check (length(subject) between 1 and 200),
  asset text,
  theirs text not null,
  ours text not null,
  since timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  alerted_at timestamptz,
  resolved_at timestamptz
);

create unique index breaks_open on breaks (provider, kind, subject) where resolved_at is null;

-- What a provider kept before we ever compared and before anything was booked there: the house's
-- own money, which the ledger does not know.
create table provider_openings (
  provider text not null check (provider in ('custody', 'payx')),
  asset_id smallint not null references assets,
  units numeric(38, 0) not null check (units <> 'NaN'),
  noted_at timestamptz not null default now(),
  primary key (provider, asset_id)
);

-- Movements that were compared one by one with what their provider knows of them, and when.
create table compared (
  kind text not null check (kind in ('withdrawal', 'payd-order')),
  reference text not null,
  agrees boolean not null,
  compared_at timestamptz not null default now(),
  primary key (kind, reference)
);

-- Custody's list is read from now on, not only from the first time somebody came to read it: what
-- is lost before that would never be seen.
insert into pulled (provider, since_ms)
values ('custody', (extract(epoch from now()) * 1000)::bigint)
on conflict do nothing;
