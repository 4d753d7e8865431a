-- Coins and rupiah coming in and going out. Only src/features/transfers writes these tables.

-- Assets custody may hold for users although they are not traded here.
insert into assets (id, symbol, name, kind, scale, active, withdrawal_fee, supply_cap, sort) values
  (8, 'HOT', 'Holo', 'COIN', 18, false, 0, 200000000000000000000000000000, 8),
  (9, 'POL', 'Polygon', 'COIN', 18, false, 0, 20000000000000000000000000000, 9);

insert into networks
  (asset_id, network, chain_id, deposit_active, withdraw_active,
   withdrawal_fee, min_withdrawal, max_withdrawal) values
  (8, 'ERC20', 1, true, false, 0, 1, 1),
  (9, 'ERC20', 1, true, false, 0, 1, 1);

-- What custody calls our assets. A name that is not here is never credited to anybody.
create table custody_assets (
  custody_id text primary key,
  asset_id smallint not null,
  network text not null,
  -- Owners share one address and are told apart by a tag.
  tagged boolean not null default false,
  -- The name we use when we ask; others are older names that may still come in.
  main boolean not null,
  foreign key (asset_id, network) references networks (asset_id, network)
);

create unique index custody_assets_main on custody_assets (asset_id, network) where main;

insert into custody_assets (custody_id, asset_id, network, tagged, main) values
  ('BTC', 3, 'BTC', false, true),
  ('ETH', 4, 'ETH', false, true),
  ('USDT_ERC20', 2, 'ERC20', false, true),
  ('TRX', 5, 'TRX', false, true),
  ('TRX_USDT_S2UZ', 2, 'TRC20', false, true),
  ('XRP', 6, 'XRP', true, true),
  ('SOL', 7, 'SOL', false, true),
  ('HOT1', 8, 'ERC20', false, true),
  ('MATIC', 9, 'ERC20', false, true);

-- The account at custody that a user's own addresses belong to.
create table custody_vaults (
  user_id bigint primary key references users,
  vault_id text not null unique,
  created_at timestamptz not null default now()
);

-- Where users receive coins. Addresses are in the form their network compares them by.
create table coin_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  asset_id smallint not null,
  network text not null,
  address text not null check (length(address) between 1 and 200),
  -- The same place in an older spelling.
  legacy_address text check (length(legacy_address) between 1 and 200),
  tag text check (length(tag) between 1 and 100),
  created_at timestamptz not null default now(),
  foreign key (asset_id, network) references networks (asset_id, network),
  unique (user_id, asset_id, network),
  unique nulls not distinct (asset_id, network, address, tag),
  unique nulls not distinct (asset_id, network, legacy_address, tag, user_id)
);

create index coin_addresses_by_place on coin_addresses (network, address);
create index coin_addresses_by_legacy on coin_addresses (network, legacy_address)
  where legacy_address is not null;

-- Coins that came in: one row for each transfer custody knows, whoever reports it.
create table coin_deposits (
  id bigint generated always as identity primary key,
  -- null while nobody could be found to own it: once complete, the money is in suspense.
  user_id bigint references users,
  asset_id smallint not null,
  network text not null,
  custody_id text not null check (length(custody_id) between 1 and 100),
  -- Which of the transaction's outputs it is.
  output integer not null default 0,
  tx_hash text not null check (length(tx_hash) between 1 and 200),
  address text not null,
  tag text,
  amount units0 not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'REJECTED')),
  custody_status text not null,
  -- Why an operator should look at it.
  review text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (custody_id, output),
  foreign key (asset_id, network) references networks (asset_id, network),
  check ((status = 'COMPLETED') = (completed_at is not null))
);

create index coin_deposits_of_user on coin_deposits (user_id, created_at desc, id desc)
  where user_id is not null;

-- Money going out, coins through custody and rupiah through payx. The hold has the same request id.
create table withdrawals (
  id bigint generated always as identity primary key,
  -- Ours, and the provider's idempotency key: it is never used for anything else.
  request_id text not null unique check (request_id ~ '^wd-[a-z0-9-]{8,60}$'),
  user_id bigint not null references users,
  kind text not null check (kind in ('COIN', 'CASH')),
  asset_id smallint not null references assets,
  -- As asked; coins: the fee is inside, rupiah: the fee comes on top.
  amount units0 not null check (amount > 0),
  fee units0 not null,
  -- What leaves the user's balance, and what the receiver is sent.
  held units0 not null check (held > 0),
  sent units0 not null check (sent > 0),
  network text,
  address text,
  tag text,
  -- The bank account as it was when asked; changing it later changes nothing here.
  bank_account_id bigint,
  channel_code text,
  bank_name text,
  account_number text,
  account_holder text,
  -- Who is behind the receiving address, sealed.
  residential bytea,
  id_card_object text,
  -- Worth in whole rupiah when it was asked, by prices of then: what limits and approval go by.
  worth_idr units0 not null,
  status text not null check (status in
    ('PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED', 'SUCCESS', 'FAILED', 'REJECTED')),
  -- How many operators must approve, and why.
  approvals_needed smallint not null default 0 check (approvals_needed between 0 and 2),
  approval_reasons text[] not null default '{}',
  provider_id text,
  provider_status text,
  tx_hash text,
  reason text,
  -- Sending and asking go on until the outcome is known: how often, and when again.
  attempts integer not null default 0,
  next_at timestamptz,
  -- The provider contradicted a final state: an operator must look.
  incident text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (held = case kind when 'COIN' then amount else amount + fee end),
  check (sent = case kind when 'COIN' then amount - fee else amount end),
  check ((kind = 'COIN') = (network is not null and address is not null)),
  check ((kind = 'CASH') = (channel_code is not null and account_number is not null)),
  check ((status in ('SUCCESS', 'FAILED', 'REJECTED')) = (ended_at is not null))
);

create index withdrawals_of_user on withdrawals (user_id, created_at desc, id desc);
create index withdrawals_due on withdrawals (next_at)
  where status in ('PROCESSING', 'SUBMITTED') and next_at is not null;
create index withdrawals_to_approve on withdrawals (id) where status = 'PENDING_APPROVAL';
create unique index withdrawals_at_provider on withdrawals (kind, provider_id)
  where provider_id is not null;

-- What a user asked to withdraw on one day in Jakarta, in rupiah; failed ones are given back.
create table withdrawal_days (
  user_id bigint not null references users,
  day date not null,
  worth_idr units0 not null,
  primary key (user_id, day)
);

-- When a user last asked to withdraw an asset.
create table withdrawal_gates (
  user_id bigint not null references users,
  asset_id smallint not null references assets,
  opened_at timestamptz not null,
  primary key (user_id, asset_id)
);

-- Codes to be paid from any app that reads QRIS.
create table qris_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  external_id text not null unique,
  provider_id text unique,
  amount units0 not null check (amount > 0),
  qr_string text,
  status text not null check (status in ('REQUESTED', 'ACTIVE', 'PAID', 'INACTIVE', 'FAILED')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index qris_codes_of_user on qris_codes (user_id, id desc);

-- What payd is to collect: orders we opened there, and inquiries it made about a fixed number.
create table payd_orders (
  -- Begins with a letter: the signature joins amount and order without a separator.
  merchant_order_id text primary key check (merchant_order_id ~ '^[A-Z][A-Z0-9-]{7,49}$'),
  user_id bigint not null references users,
  kind text not null check (kind in ('ORDER', 'VA')),
  -- null: any amount may be paid.
  amount units0 check (amount > 0),
  payment_method text,
  va_no text,
  payment_url text,
  reference text,
  publisher_order_id text,
  status text not null check (status in ('REQUESTED', 'OPEN', 'PAID', 'FAILED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index payd_orders_of_user on payd_orders (user_id, created_at desc);

-- A transfer to our bank that a user claims, with its proof; an operator decides.
alter table cash_deposits
  add column proof_object text,
  add column proof_digest bytea,
  -- Who paid, from where: sealed.
  add column details bytea,
  add column reason text,
  add column completed_at timestamptz;

create index cash_deposits_to_decide on cash_deposits (id)
  where provider = 'manual' and status = 'PENDING';
create index cash_deposits_proofs on cash_deposits (proof_digest) where proof_digest is not null;

-- Coins in suspense, and what custody holds for us under a name that is no asset of ours.
alter table suspense_items
  alter column asset_id drop not null,
  alter column units drop not null,
  add column in_words text,
  add constraint suspense_items_named check (
    (asset_id is null) = (units is null) and (asset_id is not null or in_words is not null));

insert into settings (key, value, kind, is_public) values
  ('withdrawal.idr_fee', '5000', 'rupiah', true),
  ('withdrawal.idr_minimum', '50000', 'rupiah', true),
  ('withdrawal.idr_maximum', '250000000', 'rupiah', true),
  ('withdrawal.daily_limit_idr', '500000000', 'rupiah', true),
  ('withdrawal.approval_idr', '50000000', 'rupiah', false),
  ('withdrawal.first_use_approval_idr', '10000000', 'rupiah', false),
  ('withdrawal.two_approvals_idr', '500000000', 'rupiah', false),
  ('withdrawal.residential_usdt', '1000', 'count', true),
  ('withdrawal.gate_seconds', '10', 'seconds', false);
