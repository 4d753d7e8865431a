-- Nouns that many rooms read: assets, wallet flags, settings, users.

create table assets (
  id smallint primary key,
  symbol text not null unique check (symbol ~ '^[A-Z0-9]{2,12}$'),
  name text not null,
  kind text not null check (kind in ('FIAT', 'COIN')),
  scale smallint not null check (scale between 0 and 18),
  active boolean not null default true,
  withdrawal_fee units0 not null default 0,
  -- The most we may owe all users together; a credit above it goes to suspense.
  supply_cap units0 not null,
  sort smallint not null default 0
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

create table settings (
  key text primary key check (length(key) between 1 and 100),
  value text not null,
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);

-- WD and DEPO: 1 is active, anything else is not.
create table wallet_flags (
  type text primary key check (type in ('WD', 'DEPO')),
  value smallint not null,
  reason text,
  updated_at timestamptz not null default now()
);

create table users (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  password_hash text not null,
  email_verified_at timestamptz,
  phone text unique,
  language text not null default 'id',
  currency text not null default 'IDR',
  bind_2fa boolean not null default false,
  identity_status text not null default 'none'
    check (identity_status in ('none', 'pending', 'success', 'failed')),
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

create table pins (
  id_user bigint primary key references users,
  pin_hash text,
  pin_lock smallint not null default 0 check (pin_lock in (0, 1)),
  biometrics_lock smallint not null default 0 check (biometrics_lock in (0, 1))
);

insert into wallet_flags (type, value) values ('WD', 1), ('DEPO', 1);

insert into assets (id, symbol, name, kind, scale, withdrawal_fee, supply_cap, sort) values
  (1, 'IDR', 'Rupiah', 'FIAT', 2, 500000, 100000000000000000, 1),
  (2, 'USDT', 'Tether USD', 'COIN', 6, 1000000, 10000000000000000, 2),
  (3, 'BTC', 'Bitcoin', 'COIN', 8, 20000, 2100000000000000, 3),
  (4, 'ETH', 'Ether', 'COIN', 18, 1000000000000000, 200000000000000000000000000, 4),
  (5, 'TRX', 'TRON', 'COIN', 6, 1000000, 100000000000000000, 5),
  (6, 'XRP', 'XRP', 'COIN', 6, 250000, 100000000000000000, 6),
  (7, 'SOL', 'Solana', 'COIN', 9, 10000000, 600000000000000000, 7);

insert into networks
  (asset_id, network, chain_id, withdrawal_fee, min_withdrawal, max_withdrawal) values
  (2, 'ERC20', 1, 5000000, 10000000, 1000000000000),
  (2, 'TRC20', 728126428, 1000000, 5000000, 1000000000000),
  (3, 'BTC', 0, 20000, 50000, 10000000000),
  (4, 'ETH', 1, 1000000000000000, 5000000000000000, 1000000000000000000000),
  (5, 'TRX', 728126428, 1000000, 10000000, 10000000000000),
  (6, 'XRP', 144, 250000, 20000000, 1000000000000),
  (7, 'SOL', 101, 10000000, 50000000, 10000000000000);

insert into settings (key, value, is_public) values
  ('deposit.va_fee_idr', '4440', true);
