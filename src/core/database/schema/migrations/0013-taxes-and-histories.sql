-- The taxes of trades and the rule of each, as of the trade. Only src/core/taxes writes this table.
create table trade_taxes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- The trade's own key. Each kind of tax is recorded once per trade.
  trade_key text not null check (length(trade_key) between 1 and 200),
  kind text not null check (kind in ('PPH', 'PPN')),
  order_no text not null check (length(order_no) between 1 and 64),
  pair_id smallint not null references pairs,
  side text not null check (side in ('BUY', 'SELL')),
  -- The traded amount in the base asset and its value in the quote asset.
  amount units0 not null check (amount > 0),
  value units0 not null,
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  rule text not null check (length(rule) between 1 and 100),
  tax_asset_id smallint not null references assets,
  tax units0 not null,
  -- In rupiah: the value that is taxed, and the tax on it, which the house owes to the treasury.
  value_idr units0 not null,
  tax_idr units0 not null,
  -- The price of the conversion and its time: `trade` is the trade's own price in rupiah, else the
  -- source of the price and the method of the setting tax.valuation.
  valued_by text not null check (valued_by ~ '^(trade|(venue|operator|sandbox)-(last|median))$'),
  valued_at timestamptz not null,
  traded_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, trade_key, kind)
);

create index trade_taxes_of_user on trade_taxes (user_id, traded_at desc, id desc)
  include (pair_id, side);

create trigger trade_taxes_append_only before update or delete or truncate on trade_taxes
  for each statement execute function refuse_change();

-- Where each page of a history begins, kept while its user pages through it. Losing it is harmless.
-- Only src/core/histories writes this table.
create unlogged table history_places (
  user_id bigint not null,
  -- The list with its filter and page size.
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

-- Users whose tax report is being written: one at a time per user, across all nodes. Only
-- src/app/wallet writes this table.
create unlogged table tax_report_leases (
  user_id bigint primary key,
  lease text not null,
  until timestamptz not null
);
