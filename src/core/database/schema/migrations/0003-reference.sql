-- Reference data: countries, banks, assets, pairs, prices, tax rates. Only
-- src/core/reference writes it.

-- ISO 3166-1; the id is the numeric code. Names are from the Unicode CLDR, in English and
-- Indonesian; dial codes are assigned by the ITU, null if the place has none of its own.
create table countries (
  id smallint primary key check (id between 1 and 999),
  iso2 text not null unique check (iso2 ~ '^[A-Z]{2}$'),
  iso3 text not null unique check (iso3 ~ '^[A-Z]{3}$'),
  name text not null,
  name_id text not null,
  dial_code text check (dial_code ~ '^[1-9][0-9]{0,2}$'),
  active boolean not null default true
);

create unique index countries_by_name on countries (lower(name));
create unique index countries_by_name_id on countries (lower(name_id));

-- Indonesian banks and wallets. A clearing code has three digits, and the id of the bank is the same
-- number, so that a code without its leading zeros still finds the bank. A wallet's code is the four
-- digits that payd assigns.
create table banks (
  id smallint primary key check (id > 0),
  code text not null unique check (code ~ '^[0-9]{3,4}$'),
  name text not null unique,
  short_name text not null unique,
  kind text not null check (kind in ('BANK', 'WALLET')),
  -- The codes that providers use; null if a provider does not serve the bank or is not known to.
  payx_va_code text unique,
  payx_payout_code text unique,
  payd_code text unique,
  -- How many digits account numbers have, if that is known.
  account_min_digits smallint,
  account_max_digits smallint,
  active boolean not null default true,
  check (id = code::integer),
  check (account_min_digits between 1 and account_max_digits)
);

-- The steps of a deposit to a virtual account. Menu names are those of the banks.
create table payment_instructions (
  bank_code text not null references banks (payx_va_code),
  lang text not null check (lang in ('id', 'en')),
  channel text not null check (channel in ('ATM', 'MOBILE_BANKING', 'INTERNET_BANKING')),
  sort smallint not null,
  steps text[] not null check (cardinality(steps) between 1 and 20),
  primary key (bank_code, lang, channel)
);

-- The last list fetched from a provider, served while the provider is unavailable.
create table provider_lists (
  provider text not null,
  list text not null,
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  fetched_at timestamptz not null,
  primary key (provider, list)
);

create table assets (
  id smallint primary key,
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{2,12}$'),
  name text not null,
  kind text not null check (kind in ('FIAT', 'COIN')),
  scale smallint not null check (scale between 0 and 18),
  -- Whether transfers of it are switched on; its state says what its listing allows.
  active boolean not null default true,
  state text not null default 'trading' check (state in
    ('announced', 'trading', 'sell-only', 'withdraw-only', 'delisted')),
  state_since timestamptz not null default now(),
  withdrawal_fee units0 not null default 0,
  -- The most that all users together may own; a credit above it goes to suspense. The initial caps
  -- are about Rp 50 billion each.
  supply_cap units0 not null,
  -- The most of a coin that one user may withdraw on one day in Jakarta, whatever it is worth. The
  -- limit of rupiah is a setting.
  daily_withdrawal_limit units0,
  sort smallint not null default 0,
  constraint assets_daily_withdrawal_limit_check
    check ((kind = 'COIN') = (daily_withdrawal_limit is not null))
);

-- What apps show about an asset.
create table asset_details (
  asset_id smallint primary key references assets,
  about text not null,
  about_id text not null,
  website text check (website ~ '^https://'),
  whitepaper text check (whitepaper ~ '^https://'),
  explorer text check (explorer ~ '^https://'),
  -- The year in which the asset was created.
  since smallint check (since between 1900 and 2100)
);

create table networks (
  asset_id smallint not null references assets,
  network text not null,
  chain_id bigint not null,
  deposit_active boolean not null default true,
  withdraw_active boolean not null default true,
  withdrawal_fee units0 not null,
  min_withdrawal units0 not null,
  max_withdrawal units0 not null,
  primary key (asset_id, network)
);

-- Trading fees by category and side, in parts per million of what the user receives.
create table pair_categories (
  id smallint primary key,
  code text not null unique check (code ~ '^[A-Z0-9_]{2,20}$'),
  name text not null,
  name_id text not null,
  buy_fee_ppm integer not null check (buy_fee_ppm between 0 and 100000),
  sell_fee_ppm integer not null check (sell_fee_ppm between 0 and 100000),
  sort smallint not null default 0
);

-- A price is the cost of one whole unit of the base asset in the smallest units of the quote asset.
-- Quantities are in units of the base asset. Notional is price times quantity.
create table pairs (
  id smallint primary key,
  tx_pair text not null unique check (tx_pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  venue_symbol text not null unique check (venue_symbol ~ '^[A-Z0-9_-]{4,30}$'),
  base_asset_id smallint not null references assets,
  quote_asset_id smallint not null references assets,
  category_id smallint not null references pair_categories,
  -- Whether it is switched on; its state and those of its assets say which sides may be ordered.
  active boolean not null default true,
  state text not null default 'trading' check (state in
    ('announced', 'trading', 'sell-only', 'withdraw-only', 'delisted')),
  state_since timestamptz not null default now(),
  buys boolean not null default true,
  sells boolean not null default true,
  sort smallint not null default 0,
  price_tick units0 not null check (price_tick > 0),
  lot_step units0 not null check (lot_step > 0),
  min_quantity units0 not null check (min_quantity > 0),
  max_quantity units0 not null,
  -- The most of a single market order; the venue limits these separately.
  max_market_quantity units0 not null,
  min_notional units0 not null check (min_notional > 0),
  max_notional units0 not null,
  updated_at timestamptz not null default now(),
  unique (base_asset_id, quote_asset_id),
  check (base_asset_id <> quote_asset_id),
  check (min_quantity <= max_market_quantity and max_market_quantity <= max_quantity),
  check (min_notional <= max_notional)
);

-- The last observed price, exact. `pair` is one of ours or two currencies (USD_IDR). An older
-- observation never replaces a newer one, and none lies in the future.
create table prices (
  pair text primary key check (pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  price numeric(38, 18) not null check (price <> 'NaN' and price > 0),
  -- The venue's best bid, the floor of a market sell, and its best ask, which sizes the hold of a
  -- market buy.
  bid numeric(38, 18) check (bid <> 'NaN' and bid > 0),
  ask numeric(38, 18) check (ask <> 'NaN' and ask > 0),
  -- The median and the number of the samples within `price.median_seconds`, updated with every
  -- sample, so that valuing an amount does not read the history.
  median numeric(38, 18) check (median <> 'NaN' and median > 0),
  samples integer not null default 0 check (samples >= 0),
  source text not null check (source in ('venue', 'operator', 'sandbox')),
  observed_at timestamptz not null
);

-- One observed price per pair and interval of a few seconds, for the median.
create table price_samples (
  pair text not null check (pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  -- The start of the interval.
  at timestamptz not null,
  price numeric(38, 18) not null check (price <> 'NaN' and price > 0),
  primary key (pair, at)
);

create index price_samples_by_time on price_samples (at);

-- Taxes on trades and on our fees. A rate applies from its day (in Jakarta) until the next of its
-- kind, side, class of pair and collector; a trade keeps the rate of its day.
create table tax_rates (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('PPH', 'PPN')),
  -- FEE: the value-added tax that a fee includes.
  side text not null check (side in ('BUY', 'SELL', 'FEE')),
  -- What the quote asset is; a fee has no pair.
  pair_class text not null check (pair_class in ('rupiah', 'fiat', 'coin', 'any')),
  -- The status of the collector that the rate is for; ours is the setting tax.collector.
  collector text not null default 'domestic' check (collector in ('domestic', 'foreign')),
  rate_ppm integer not null check (rate_ppm between 0 and 1000000),
  -- The part of the value that the rate applies to.
  base_numerator smallint not null default 1 check (base_numerator > 0),
  base_denominator smallint not null default 1 check (base_denominator >= base_numerator),
  valid_from date not null,
  rule text not null check (length(rule) between 1 and 100),
  unique (kind, side, pair_class, collector, valid_from),
  constraint tax_rates_class check ((side = 'FEE') = (pair_class = 'any')),
  constraint tax_rates_fee_kind check (side <> 'FEE' or kind = 'PPN'),
  constraint tax_rates_whole_base check (side = 'FEE' or base_numerator = base_denominator)
);
