-- What is traded against what, what it costs, and what it is worth. Only src/reference writes
-- these tables.

-- Fees are per category and side, in parts per million of what the user receives.
create table pair_categories (
  id smallint primary key,
  code text not null unique check (code ~ '^[A-Z0-9_]{2,20}$'),
  name text not null,
  name_id text not null,
  buy_fee_ppm integer not null check (buy_fee_ppm between 0 and 100000),
  sell_fee_ppm integer not null check (sell_fee_ppm between 0 and 100000),
  sort smallint not null default 0
);

-- Prices are what one whole unit of the base asset costs, counted in the quote asset's smallest
-- units; quantities are in the base asset's. Notional is price times quantity.
create table pairs (
  id smallint primary key,
  tx_pair text not null unique check (tx_pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  -- As the venue spells it.
  venue_symbol text not null unique check (venue_symbol ~ '^[A-Z0-9_-]{4,30}$'),
  base_asset_id smallint not null references assets,
  quote_asset_id smallint not null references assets,
  category_id smallint not null references pair_categories,
  active boolean not null default true,
  sort smallint not null default 0,
  price_tick units0 not null check (price_tick > 0),
  lot_step units0 not null check (lot_step > 0),
  min_quantity units0 not null check (min_quantity > 0),
  max_quantity units0 not null,
  -- The most a single market order may take; the venue has a bound of its own for those.
  max_market_quantity units0 not null,
  min_notional units0 not null check (min_notional > 0),
  max_notional units0 not null,
  updated_at timestamptz not null default now(),
  check (base_asset_id <> quote_asset_id),
  unique (base_asset_id, quote_asset_id),
  check (min_quantity <= max_market_quantity and max_market_quantity <= max_quantity),
  check (min_notional <= max_notional)
);

-- The last price somebody observed, exact. `pair` is one of ours or two currencies (USD_IDR). An
-- older observation never replaces a newer one, and none is from the future.
create table prices (
  pair text primary key check (pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  price numeric(38, 18) not null check (price <> 'NaN' and price > 0),
  source text not null check (source in ('venue', 'operator', 'sandbox')),
  observed_at timestamptz not null
);

-- Taxes on trades. A rate holds from its day (in Jakarta) until the next one of its kind and side;
-- trades keep the one they were made under.
create table tax_rates (
  id smallint primary key,
  kind text not null check (kind in ('PPH', 'PPN')),
  side text not null check (side in ('BUY', 'SELL')),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  valid_from date not null,
  rule text not null,
  unique (kind, side, valid_from)
);

-- What a setting is, so that nobody can make an amount of it that is none.
alter table settings add column kind text not null default 'text'
  check (kind in ('text', 'rupiah', 'ppm', 'flag', 'hours', 'seconds', 'count', 'url', 'email'));

insert into pair_categories (id, code, name, name_id, buy_fee_ppm, sell_fee_ppm, sort) values
  (1, 'RUPIAH', 'Coins in rupiah', 'Koin dalam rupiah', 1000, 1000, 1),
  (2, 'STABLE', 'Stablecoins', 'Koin stabil', 500, 500, 2),
  (3, 'CRYPTO', 'Coins in USDT', 'Koin dalam USDT', 1000, 1000, 3);

insert into pairs
  (id, tx_pair, venue_symbol, base_asset_id, quote_asset_id, category_id, sort, price_tick,
   lot_step, min_quantity, max_quantity, max_market_quantity, min_notional, max_notional) values
  (1, 'BTC_IDR', 'BTCIDR', 3, 1, 1, 1, 100,
   1000, 1000, 300000000, 51740000, 2000000, 900000000000),
  (2, 'ETH_IDR', 'ETHIDR', 4, 1, 1, 2, 100,
   100000000000000, 100000000000000, 90000000000000000000, 15000000000000000000,
   2000000, 900000000000),
  (3, 'USDT_IDR', 'USDTIDR', 2, 1, 2, 3, 100,
   100000, 100000, 550000000000, 120000000000, 2000000, 900000000000),
  (4, 'XRP_IDR', 'XRPIDR', 6, 1, 1, 4, 100,
   100000, 100000, 220000000000, 30000000000, 2000000, 900000000000),
  (5, 'SOL_IDR', 'SOLIDR', 7, 1, 1, 5, 100,
   1000000, 1000000, 3000000000000, 400000000000, 2000000, 900000000000),
  (6, 'BTC_USDT', 'BTCUSDT', 3, 2, 3, 6, 10000,
   1000, 1000, 900000000, 200000000, 5000000, 9000000000000);

insert into tax_rates (id, kind, side, rate_ppm, valid_from, rule) values
  (1, 'PPH', 'SELL', 1000, '2022-05-01', 'PMK 68/2022'),
  (2, 'PPN', 'BUY', 1100, '2022-05-01', 'PMK 68/2022'),
  (3, 'PPH', 'SELL', 2100, '2025-08-01', 'PMK 50/2025'),
  (4, 'PPN', 'BUY', 0, '2025-08-01', 'PMK 50/2025');

update settings set kind = 'rupiah' where key = 'deposit.va_fee_idr';
update settings set kind = 'flag' where key = 'security.lowering_needs_password';
update settings set kind = 'hours' where key = 'withdrawal.lock_after_reset_hours';

insert into settings (key, value, kind, is_public) values
  ('deposit.qris_fee_ppm', '7000', 'ppm', true),
  ('price.max_age_seconds', '120', 'seconds', false),
  ('price.fiat_max_age_seconds', '345600', 'seconds', false),
  ('price.shown_age_seconds', '86400', 'seconds', false);
