-- What users ask of the venue. The figures of what was executed are exact sums of the fills; what of
-- them was booked is worked out from these sums, so that an order is rounded once and not per fill.
create table orders (
  id bigint generated always as identity primary key,
  -- Ours, and the venue's name for the order: by it an order is found whose answer was lost.
  order_no text not null unique check (order_no ~ '^[A-Za-z0-9_-]{1,36}$'),
  user_id bigint not null references users,
  pair_id smallint not null references pairs,
  side text not null check (side in ('BUY', 'SELL')),
  type text not null check (type in ('LIMIT', 'MARKET')),
  -- Of the base asset; the price is of the quote asset for one whole unit of the base asset.
  volume units0 not null check (volume > 0),
  price units0 check (price > 0),
  -- What the user pays of what is received, as it was when the order was placed.
  fee_ppm integer not null check (fee_ppm between 0 and 1000000),
  -- What was frozen, in units of the asset it is paid with; and what of it a better price freed.
  held units0 not null check (held > 0),
  freed units0 not null default 0,
  status text not null default 'CREATE' check (status in ('CREATE', 'DONE', 'CANCEL')),
  venue_order_id text check (venue_order_id ~ '^[0-9]{1,19}$'),
  executed_volume units0 not null default 0,
  -- In hundred-millionths of a whole unit, the least part that the venue counts in: what was paid
  -- or received of the quote asset, and what the venue kept of the asset received.
  executed_quote units0 not null default 0,
  commission units0 not null default 0,
  -- In millionths of a unit of the asset received.
  tax_exact units0 not null default 0,
  -- How much the venue says was executed when it ended the order; trades up to that are awaited.
  final_volume units0,
  reason text,
  -- What an operator must look at; nothing moves of itself then.
  incident text,
  cancel_requested_at timestamptz,
  -- From then on the venue's not knowing the order means that it never will.
  absent_after timestamptz not null,
  -- Whether what rounding left between the venue's books and ours has been counted.
  settled_dust boolean not null default false,
  attempts integer not null default 0,
  next_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (executed_volume <= volume),
  check ((type = 'LIMIT') = (price is not null)),
  check ((status = 'CREATE') = (ended_at is null))
) with (fillfactor = 80);

-- An order takes from its hold in parts: room for the next version beside the last one.
alter table holds set (fillfactor = 80);

create index orders_of_user on orders (user_id, id desc);
create index orders_open_of_user on orders (user_id, id) where status = 'CREATE';
create index orders_due on orders (next_at) where status = 'CREATE' and next_at is not null;
create index orders_by_venue_id on orders (pair_id, venue_order_id);
create index orders_with_dust on orders (id) where status <> 'CREATE' and not settled_dust;
create index orders_in_doubt on orders (id) where incident is not null;

-- What the venue executed of orders, once per trade of a pair for ever, whichever way it was heard.
create table fills (
  id bigint generated always as identity primary key,
  pair_id smallint not null references pairs,
  trade_id text not null check (trade_id ~ '^[0-9]{1,19}$'),
  order_id bigint not null references orders,
  user_id bigint not null,
  price numeric(38, 18) not null check (price > 0),
  volume units0 not null check (volume > 0),
  -- As in orders.
  quote_exact units0 not null,
  commission units0 not null,
  commission_asset text,
  -- What was booked: of the quote asset, and of the asset received.
  amount units0 not null,
  fee units0 not null,
  tax units0 not null,
  traded_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  unique (pair_id, trade_id)
);

create index fills_of_order on fills (order_id, id);
create index fills_of_user on fills (user_id, traded_at desc, id desc);

-- Trades on our account that no order of ours asked for: booked to suspense, for an operator.
create table stray_trades (
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
  primary key (pair_id, trade_id)
);

-- Up to which trade the venue's own list has been read.
create table venue_pulls (
  pair_id smallint primary key references pairs,
  trade_id text not null check (trade_id ~ '^[0-9]{1,19}$'),
  pulled_at timestamptz not null default now()
);

-- What rounding has left between the venue's books and ours and is less than a unit: how much more
-- the venue holds of an asset than the ledger says, in hundred-millionths of a whole unit.
create table venue_dust (
  asset_id smallint primary key references assets,
  dust units not null default 0
);

-- What the venue asks for the next unit of a pair; market orders are frozen by it.
alter table prices add column ask numeric(38, 18) check (ask <> 'NaN' and ask > 0);

insert into settings (key, value, kind, is_public) values
  -- A market buy freezes so much more than the best ask would cost.
  ('order.market_buffer_ppm', '20000', 'ppm', false),
  -- The venue's account is shared: nobody may fill it with orders.
  ('order.most_open', '200', 'count', false),
  -- The same order again within so many seconds is taken for a slip of the finger; 0: it is not.
  ('order.repeat_guard_seconds', '0', 'seconds', false);
