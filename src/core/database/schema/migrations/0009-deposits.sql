-- Deposits of rupiah and of coins. Only src/app/deposits writes these tables, except `pulled`, which
-- src/app/custody-reports writes.

create table virtual_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  provider text not null check (provider in ('payx', 'payd')),
  bank_code text not null,
  -- Our id, sent to the provider, which returns its own id and the account number.
  external_id text not null unique,
  provider_id text unique,
  account_number text,
  name text not null,
  status text not null check (status in ('REQUESTED', 'PENDING', 'ACTIVE', 'INACTIVE', 'FAILED')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, account_number, bank_code)
);

create unique index virtual_accounts_one_a_bank
  on virtual_accounts (user_id, provider, bank_code) where status <> 'FAILED';

-- QRIS codes, payable from any banking app.
create table qris_codes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  external_id text not null unique,
  provider_id text unique,
  amount units0 not null check (amount > 0),
  qr_string text,
  status text not null check (status in ('REQUESTED', 'ACTIVE', 'PAID', 'INACTIVE', 'FAILED')),
  expires_at timestamptz not null,
  -- When the provider is queried next about an unreported payment, and how often it was. Null: no
  -- more.
  poll_at timestamptz,
  polls smallint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index qris_codes_of_user on qris_codes (user_id, id desc);
create index qris_codes_to_poll on qris_codes (poll_at)
  where status = 'ACTIVE' and poll_at is not null;

-- Payments that payd is to collect: orders opened there, and its inquiries about a fixed number.
create table payd_orders (
  -- Begins with a letter, because the signature joins amount and order without a separator.
  merchant_order_id text primary key check (merchant_order_id ~ '^[A-Z][A-Z0-9-]{7,49}$'),
  user_id bigint not null references users,
  kind text not null check (kind in ('ORDER', 'VA')),
  -- Null: any amount may be paid.
  amount units0 check (amount > 0),
  payment_method text,
  va_no text,
  payment_url text,
  reference text,
  publisher_order_id text,
  status text not null check (status in ('REQUESTED', 'OPEN', 'PAID', 'FAILED')),
  -- When payd is queried next about an unreported payment, and how often it was. Null: no more.
  poll_at timestamptz,
  polls smallint not null default 0,
  -- Polls while the user looked at the order, and when it was last polled.
  looks integer not null default 0,
  polled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index payd_orders_of_user on payd_orders (user_id, created_at desc);
create index payd_orders_to_poll on payd_orders (poll_at)
  where status = 'OPEN' and poll_at is not null;
-- Unpaid inquiries about a fixed number are deleted after some days.
create index payd_orders_unpaid on payd_orders (created_at) where kind = 'VA' and status = 'OPEN';

-- Payments that providers reported, until their own records decide about them. The reported facts
-- are the key: another report of the same payment with different facts is confirmed separately.
create table payment_reports (
  -- The provider's id of the payment; for payd it is our order id.
  provider_ref text not null check (length(provider_ref) between 1 and 100),
  -- VA and QRIS: payx's accounts and codes. ORDER: payd's orders, also those of fixed numbers.
  method text not null check (method in ('VA', 'QRIS', 'ORDER')),
  -- The number of the virtual account, or our reference of the QR code.
  account text not null check (length(account) <= 100 and (account = '') = (method = 'ORDER')),
  amount units0 not null check (amount > 0),
  bank_code text,
  reference text,
  publisher_order_id text,
  -- BOOKED: posted to the ledger as the provider's record has it. REFUSED: the record contradicts
  -- the report, or payx does not have the payment. GIVEN_UP: payd did not confirm it within the
  -- permitted queries.
  state text not null check (state in ('ASKING', 'BOOKED', 'REFUSED', 'GIVEN_UP')),
  why text,
  -- How often it was reported, and how many queries since the last report did not confirm it.
  reported integer not null default 1,
  queries integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (provider_ref, method, account, amount)
);

create index payment_reports_open on payment_reports (provider_ref)
  where state in ('ASKING', 'REFUSED');

create table cash_deposits (
  id bigint generated always as identity primary key,
  -- Null while no owner is known: the money is in suspense.
  user_id bigint references users,
  provider text not null check (provider in ('payx', 'payd', 'manual')),
  provider_ref text not null,
  method text not null check (method in ('VA', 'QRIS', 'ORDER', 'MANUAL')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'REJECTED')),
  amount units0 not null,
  fee units0 not null default 0,
  bank_code text,
  account_number text,
  -- A transfer to our bank account that a user claims; an operator decides. The proof is an image,
  -- the details name the sender and are sealed.
  proof_object text,
  proof_digest bytea,
  details text,
  -- What an operator should know before deciding about it.
  review text,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (provider, provider_ref)
);

create index cash_deposits_of_user on cash_deposits (user_id, created_at desc, id desc)
  where user_id is not null;
create index cash_deposits_changed on cash_deposits (user_id, updated_at)
  where updated_at > created_at;
create index cash_deposits_recent on cash_deposits using brin (created_at);
create index cash_deposits_manual on cash_deposits (created_at) where provider = 'manual';
create index cash_deposits_to_decide on cash_deposits (id)
  where provider = 'manual' and status = 'PENDING';
create index cash_deposits_proofs on cash_deposits (proof_digest) where proof_digest is not null;
-- The claims that were credited to one user on one day.
create index cash_deposits_credited_claims on cash_deposits (user_id, completed_at)
  where provider = 'manual' and status = 'COMPLETED';

-- How many transfer digits, which tell claimed transfers apart, were given out per day in Jakarta.
create table deposit_digits (
  day date primary key,
  given integer not null check (given > 0)
);

-- Custody's names of our assets. A transfer under any other name is never credited to a user.
create table custody_assets (
  custody_id text primary key,
  asset_id smallint not null,
  network text not null,
  -- Users share one address and are told apart by a tag.
  tagged boolean not null default false,
  -- The name that our requests use; the others are former names that may still arrive.
  main boolean not null,
  foreign key (asset_id, network) references networks (asset_id, network)
);

create unique index custody_assets_main on custody_assets (asset_id, network) where main;

-- The custody account to which a user's addresses belong.
create table custody_vaults (
  user_id bigint primary key references users,
  vault_id text not null unique,
  created_at timestamptz not null default now()
);

-- Deposit addresses of users, in the form by which their network compares addresses.
create table coin_addresses (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  asset_id smallint not null,
  network text not null,
  address text not null check (length(address) between 1 and 200),
  -- The same address in the network's former format.
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

-- Incoming coin transfers, one row per transfer that custody knows, from whichever report.
create table coin_deposits (
  id bigint generated always as identity primary key,
  -- Null while no owner is known: a completed transfer is then in suspense.
  user_id bigint references users,
  asset_id smallint not null,
  network text not null,
  custody_id text not null check (length(custody_id) between 1 and 100),
  -- The index of the transaction's output.
  output integer not null default 0,
  tx_hash text not null check (length(tx_hash) between 1 and 200),
  address text not null,
  tag text,
  amount units0 not null,
  status text not null check (status in ('PENDING', 'COMPLETED', 'REJECTED')),
  custody_status text not null,
  -- Why an operator should review it.
  review text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  completed_at timestamptz,
  unique (custody_id, output),
  foreign key (asset_id, network) references networks (asset_id, network),
  check ((status = 'COMPLETED') = (completed_at is not null))
);

-- The history is counted and paged from the index alone.
create index coin_deposits_of_user on coin_deposits (user_id, created_at desc, id desc)
  include (asset_id) where user_id is not null;
create index coin_deposits_changed on coin_deposits (user_id, updated_at)
  where updated_at > created_at;

-- An output on the chain is credited once, whatever ids custody gives it. Operators may credit one
-- that they have reviewed.
create unique index coin_deposits_of_output on coin_deposits (network, tx_hash, output, address)
  where user_id is not null and status = 'COMPLETED' and review is distinct from 'same-output';

-- How far a provider's own list has been read; all before that time is settled.
create table pulled (
  provider text primary key,
  since_ms bigint not null,
  updated_at timestamptz not null default now()
);

-- The lists are read from the time of this migration on, not from the first read on: otherwise a
-- transfer or payment whose report was lost before the first read would never be found. Up to
-- `payx-confirmed`, payx has confirmed what was credited on its callbacks alone.
insert into pulled (provider, since_ms)
select provider, (extract(epoch from now()) * 1000)::bigint
from unnest(array['custody', 'payx', 'payx-confirmed', 'payx-refunds']) as provider;
