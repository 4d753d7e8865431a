-- What trades were taxed and under which rule, as it was when they were made. Only src/taxes
-- writes this table.
create table trade_taxes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade's own key. One trade is taxed once by each kind of tax.
  trade_key text not null check (length(trade_key) between 1 and 200),
  kind text not null check (kind in ('PPH', 'PPN')),
  order_no text not null check (length(order_no) between 1 and 64),
  pair_id smallint not null references pairs,
  side text not null check (side in ('BUY', 'SELL')),
  -- What was traded, in the base asset, and for how much, in the quote asset.
  amount units0 not null check (amount > 0),
  value units0 not null,
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  rule text not null check (length(rule) between 1 and 100),
  tax_asset_id smallint not null references assets,
  tax units0 not null,
  traded_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, trade_key, kind)
);

create index trade_taxes_of_user on trade_taxes (user_id, traded_at desc, id desc)
  include (pair_id, side);

create trigger trade_taxes_append_only before update or delete or truncate on trade_taxes
  for each statement execute function refuse_change();

-- Where the pages of a list ended while its owner leafs through it. It may be lost at any time.
-- Only src/features/wallet writes this table and the next one.
create unlogged table history_places (
  user_id bigint not null,
  -- The list with its filter and the length of its pages.
  list text not null check (length(list) between 1 and 200),
  -- The page that begins after this place.
  page integer not null check (page > 1),
  at timestamptz not null,
  kind smallint not null,
  id bigint not null,
  kept_at timestamptz not null default now(),
  primary key (user_id, list, page)
);

create index history_places_by_age on history_places (kept_at);

-- Who has a report made just now: one at a time for each user, on whichever node.
create unlogged table tax_report_turns (
  user_id bigint primary key,
  turn text not null,
  until timestamptz not null
);

-- Histories are counted and leafed through without a look at the rows themselves.
drop index coin_deposits_of_user;
create index coin_deposits_of_user on coin_deposits (user_id, created_at desc, id desc)
  include (asset_id) where user_id is not null;
drop index withdrawals_of_user;
create index withdrawals_of_user on withdrawals (user_id, created_at desc, id desc)
  include (kind, asset_id);
