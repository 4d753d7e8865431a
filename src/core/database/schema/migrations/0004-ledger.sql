-- The double-entry ledger. Only src/core/ledger writes these tables.

create table account_kinds (
  id smallint primary key,
  name text not null unique,
  of_user boolean not null
);

insert into account_kinds (id, name, of_user) values
  (1, 'user.available', true),
  (2, 'user.locked', true),
  (3, 'house.custody', false),
  (4, 'house.venue', false),
  (5, 'house.payx', false),
  (6, 'house.payd', false),
  (7, 'house.bank', false),
  (8, 'house.fees', false),
  (9, 'house.tax', false),
  (10, 'house.rounding', false),
  (11, 'house.receivable', false),
  (12, 'house.suspense', false),
  (13, 'house.treasury', false),
  (14, 'house.taxCoins', false),
  (15, 'house.vat', false);

-- What each user owns of each asset. These and the holds are the only rows of the ledger that
-- change with a posting; free space in each page keeps the new version beside the old one.
create table balances (
  user_id bigint not null references users,
  asset_id smallint not null references assets,
  available units0 not null default 0,
  locked units0 not null default 0,
  primary key (user_id, asset_id)
) with (fillfactor = 70);

-- One business fact, recorded once under its key.
create table postings (
  id bigint generated always as identity primary key,
  key text not null unique check (length(key) between 1 and 200),
  action text not null check (action in (
    'DEPOSIT', 'WITHDRAWAL', 'HOLD', 'RELEASE', 'TRADE', 'FEE', 'TAX', 'ADJUSTMENT')),
  at timestamptz not null default now()
);

create trigger postings_append_only before update or delete or truncate on postings
  for each statement execute function refuse_change();

-- A move takes units from one account and adds them to another, so that every posting sums to zero
-- by construction. It stores both balances after it, which makes a statement self-explanatory.
-- Each partition holds a range of posting ids; partitions/ranges.ts adds them ahead. There is no
-- foreign key: one statement inserts postings with their moves, and the audit checks it.
create table moves (
  posting_id bigint not null,
  line smallint not null,
  asset_id smallint not null,
  from_kind smallint not null check (from_kind between 1 and 15),
  from_user bigint,
  from_after units0,
  to_kind smallint not null check (to_kind between 1 and 15),
  to_user bigint,
  to_after units0,
  units units not null check (units > 0),
  tx bigint not null,
  primary key (posting_id, line),
  check ((from_kind <= 2) = (from_user is not null)
    and (from_kind <= 2) = (from_after is not null)),
  check ((to_kind <= 2) = (to_user is not null)
    and (to_kind <= 2) = (to_after is not null)),
  check ((from_kind, from_user) is distinct from (to_kind, to_user))
) partition by range (posting_id);

create table moves_0 partition of moves for values from (0) to (8388608);
create table moves_8388608 partition of moves for values from (8388608) to (maxvalue);

create index moves_into on moves (to_user, asset_id, posting_id) where to_user is not null;
create index moves_out_of on moves (from_user, asset_id, posting_id) where from_user is not null;
-- Rows are appended nearly in the order of their transactions, so a block range index finds the
-- recent ones.
create index moves_recent on moves using brin (tx) with (pages_per_range = 16, autosummarize = on);

create trigger moves_append_only before update or delete or truncate on moves
  for each statement execute function refuse_change();
create trigger moves_append_only before update or delete or truncate on moves_0
  for each statement execute function refuse_change();
create trigger moves_append_only before update or delete or truncate on moves_8388608
  for each statement execute function refuse_change();

-- Old partitions that retention took out of their tables, for operators to dump and drop.
create schema detached;

-- The sums of all detached moves per account; house accounts have the user 0.
create table detached_sums (
  kind smallint not null,
  user_id bigint not null,
  asset_id smallint not null,
  units units not null,
  primary key (kind, user_id, asset_id)
);

-- Money frozen for one purpose. It is consumed in parts, and the rest is released once. Free space
-- in each page keeps the new version of a row beside the old one.
create table holds (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  asset_id smallint not null,
  initial units0 not null check (initial > 0),
  consumed units0 not null default 0,
  released units0 not null default 0,
  owner_kind text not null,
  owner_id text not null,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  unique (owner_kind, owner_id),
  foreign key (user_id, asset_id) references balances,
  check (consumed + released <= initial),
  check ((closed_at is not null) = (consumed + released = initial))
) with (fillfactor = 80);

create index holds_open on holds (user_id, asset_id) where closed_at is null;

-- A posting changes no row of a house account. The balance of a house account is this roll-up, up
-- to the horizon, plus the moves since.
create table house_balances (
  kind smallint not null,
  asset_id smallint not null,
  units units not null,
  primary key (kind, asset_id)
);

create table house_horizon (
  id smallint primary key check (id = 1),
  -- The moves of transactions below this one are in house_balances.
  tx bigint not null
);

insert into house_horizon (id, tx) values (1, 0);

-- What postings add to the totals of their day in Jakarta: a row for each flow of the postings of one
-- transaction. The count of days takes the rows and deletes them. It has no index: most of its rows
-- are taken at once.
create table day_flows (
  day date not null,
  -- in, out: money that came to or left a provider; trade: executed, in the quote asset;
  -- fees: our income, less the venue's commissions.
  flow text not null check (flow in ('in', 'out', 'trade', 'fees')),
  method text not null check (length(method) between 1 and 30),
  asset_id smallint not null,
  units units not null,
  items integer not null check (items > 0)
);

create table audits (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  scope text not null check (scope in ('recent', 'full')),
  upto_tx bigint not null,
  breaches jsonb not null,
  took_ms integer not null
);
