-- What the operators' overview, reconciliation and job pages show.

-- The nodes of this deployment. Each writes its own row every few seconds.
create table nodes (
  node text primary key check (length(node) between 1 and 300),
  url text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now(),
  -- The epoch of its leadership; null if it does not lead.
  epoch bigint,
  -- The health of each provider, as seen by this node.
  providers jsonb not null check (jsonb_typeof(providers) = 'array')
);

-- The last run of each periodic job. The node that ran it writes the row with its heartbeat.
create table periodic_runs (
  job text primary key check (length(job) between 1 and 100),
  node text not null,
  every_ms integer not null check (every_ms > 0),
  started_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  -- Consecutive failures until the last run; 0 if it succeeded.
  failures integer not null check (failures >= 0),
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);

-- Operators asked for a run of a periodic job before its time; the last request of each.
create table run_requests (
  job text primary key,
  asked_at timestamptz not null default now()
);

-- Comparisons of balances with the providers: of each quarter of an hour the last one, with the
-- widest difference of that time. Deleted after some days.
create table comparisons (
  provider text not null check (provider in ('custody', 'payx', 'venue')),
  asset_id smallint not null references assets,
  slot timestamptz not null,
  compared_at timestamptz not null default now(),
  -- Whole units of the asset, with the provider's decimals.
  ours numeric not null check (ours <> 'NaN'),
  theirs numeric not null check (theirs <> 'NaN'),
  -- True if movements under way explain the difference.
  agrees boolean not null,
  widest numeric not null check (widest <> 'NaN'),
  primary key (provider, asset_id, slot)
);
create index comparisons_by_slot on comparisons (slot);

-- Sums of moves for each day in Jakarta.
create table day_totals (
  day date not null,
  -- in, out: money that came to or left a provider; trade: executed, in the quote asset;
  -- fees: our income, less the venue's commissions.
  flow text not null check (flow in ('in', 'out', 'trade', 'fees')),
  method text not null check (length(method) between 1 and 30),
  asset_id smallint not null references assets,
  units units not null,
  items integer not null,
  -- In units of rupiah, at the price of the moment it was counted.
  worth_idr units not null default 0,
  -- What no price could value.
  unpriced units not null default 0,
  primary key (day, flow, method, asset_id)
);

create table day_people (
  day date primary key,
  signed_up integer not null check (signed_up >= 0),
  verified integer not null check (verified >= 0)
);

create index users_by_time on users (created_at);

-- Reports have text ids; operators leaf through them by number.
alter table reports add column id bigint generated always as identity;
create unique index reports_by_number on reports (id);
create index reports_by_status on reports (status, id);
