-- Orders and their executions. Only src/app/trading writes these tables.

-- Executed figures are exact sums of the fills. Postings are derived from these sums, so that an
-- order is rounded once and not per fill. Free space in each page keeps the new version of a row
-- beside the old one.
create table orders (
  id bigint generated always as identity primary key,
  -- Our id, which the venue knows the order by: it finds an order whose response was lost.
  order_no text not null unique check (order_no ~ '^[A-Za-z0-9_-]{1,36}$'),
  -- The digest of the user's idempotency key and the request: a request repeated after a crash
  -- returns this order.
  request_key bytea check (octet_length(request_key) = 32),
  user_id bigint not null references users,
  pair_id smallint not null references pairs,
  side text not null check (side in ('BUY', 'SELL')),
  type text not null check (type in ('LIMIT', 'MARKET')),
  -- In units of the base asset.
  volume units0 not null check (volume > 0),
  -- In units of the quote asset for one whole unit of the base asset.
  price units0 check (price > 0),
  -- The price of a market order, which the venue gets as an immediate-or-cancel limit order.
  worst_price units0 check (worst_price > 0),
  -- The user's fee on what is received, fixed when the order was placed.
  fee_ppm integer not null check (fee_ppm between 0 and 1000000),
  -- What was frozen, in units of the paying asset, and what of it a better price released.
  held units0 not null check (held > 0),
  freed units0 not null default 0,
  status text not null default 'CREATE' check (status in ('CREATE', 'DONE', 'CANCEL')),
  venue_order_id text check (venue_order_id ~ '^[0-9]{1,19}$'),
  executed_volume units0 not null default 0,
  -- In hundred-millionths of a whole unit, the venue's precision: the quote asset paid or received,
  -- and the venue's commission in the asset received.
  executed_quote units0 not null default 0,
  commission units0 not null default 0,
  -- In millionths of a unit of the asset received.
  tax_exact units0 not null default 0,
  -- The executed volume that the venue reported at the end of the order; its trades are awaited.
  final_volume units0,
  reason text,
  -- What an operator must review; the order is not processed meanwhile.
  incident text,
  cancel_requested_at timestamptz,
  -- Whether the user requested the cancellation: otherwise the user is notified of it.
  own_cancel boolean not null default false,
  -- If the venue does not know the order after this time, it never will.
  absent_after timestamptz not null,
  -- A query of the venue was requested beside the scheduled ones: the response to a query that was
  -- already in flight does not satisfy it.
  query_wanted boolean not null default false,
  attempts integer not null default 0,
  next_at timestamptz,
  -- The number of the order among its user's orders of the day in Jakarta.
  day_count integer not null default 0 check (day_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (executed_volume <= volume),
  check ((type = 'LIMIT') = (price is not null)),
  check ((status = 'CREATE') = (ended_at is null)),
  constraint orders_worst_price_of_market check (type = 'MARKET' or worst_price is null)
) with (fillfactor = 80);

-- Lists are sorted and searched by time.
create index orders_of_user on orders (user_id, created_at desc, id desc);
create index orders_open_of_user on orders (user_id, id) where status = 'CREATE';
-- Fills change no index entry of an order; its end adds this one.
create index orders_ended_of_user on orders (user_id, ended_at) where ended_at is not null;
create unique index orders_request_key on orders (request_key) where request_key is not null;
-- Without orders whose id is not known yet: they would all be one value, and no use of it.
create index orders_by_venue_id on orders (pair_id, venue_order_id)
  where venue_order_id is not null;
create index orders_due on orders (next_at) where status = 'CREATE' and next_at is not null;
create index orders_in_doubt on orders (id) where incident is not null;

-- Executions of orders, each trade of a pair once, whichever report it came from.
create table fills (
  id bigint generated always as identity primary key,
  pair_id smallint not null references pairs,
  trade_id text not null check (trade_id ~ '^[0-9]{1,19}$'),
  -- That of the order: a trade between two of our own orders is a fill of each.
  side text not null check (side in ('BUY', 'SELL')),
  order_id bigint not null references orders,
  user_id bigint not null,
  price numeric(38, 18) not null check (price > 0),
  volume units0 not null check (volume > 0),
  -- In the precision of orders.executed_quote and orders.commission.
  quote_exact units0 not null,
  commission units0 not null,
  commission_asset text,
  -- What was posted: the amount in the quote asset, fee and tax in the asset received.
  amount units0 not null,
  fee units0 not null,
  tax units0 not null,
  -- The value-added tax in the fee, in rupiah.
  vat_idr units0 not null,
  traded_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  unique (pair_id, trade_id, side)
);

create index fills_of_order on fills (order_id, id);
create index fills_of_user on fills (user_id, traded_at desc, id desc);

-- Trades on the house's venue account that belong to no order: posted to suspense, for an operator.
create table unmatched_trades (
  pair_id smallint not null references pairs,
  trade_id text not null check (trade_id ~ '^[0-9]{1,19}$'),
  venue_order_id text not null,
  client_order_id text,
  side text not null check (side in ('BUY', 'SELL')),
  volume units0 not null,
  quote_exact units0 not null,
  commission units0 not null,
  traded_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  primary key (pair_id, trade_id, side)
);

-- The last trade that was read from the venue's own list.
create table venue_pulls (
  pair_id smallint primary key references pairs,
  trade_id text not null check (trade_id ~ '^[0-9]{1,19}$'),
  pulled_at timestamptz not null default now()
);

-- The rounding differences below one unit between the venue's books and ours: how much more of an
-- asset the venue holds than the ledger says, in hundred-millionths of a whole unit.
create table venue_dust (
  asset_id smallint primary key references assets,
  dust units not null default 0
);

-- The rounding difference of each group of trades, until it is added to venue_dust. Concurrent
-- postings insert here so that none waits for another.
create table venue_dust_steps (
  id bigint generated always as identity primary key,
  asset_id smallint not null references assets,
  dust units not null
);
