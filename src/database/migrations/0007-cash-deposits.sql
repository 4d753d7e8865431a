-- Rupiah coming in. Only src/features/transfers writes these tables.
create table virtual_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  provider text not null check (provider in ('payx', 'payd')),
  bank_code text not null,
  -- Ours, sent to the provider; the provider's own id and number come with its answer.
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

create table cash_deposits (
  id bigint generated always as identity primary key,
  -- null while nobody could be found to own it: the money is in suspense.
  user_id bigint references users,
  provider text not null check (provider in ('payx', 'payd', 'manual')),
  provider_ref text not null,
  method text not null check (method in ('VA', 'QRIS', 'ORDER', 'MANUAL')),
  status text not null check (status in ('PENDING', 'COMPLETED', 'REJECTED')),
  amount units0 not null,
  fee units0 not null default 0,
  bank_code text,
  account_number text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_ref)
);

create index cash_deposits_of_user on cash_deposits (user_id, created_at desc, id desc)
  where user_id is not null;

-- Money that came in and could not be given to anyone yet; an operator assigns it.
create table suspense_items (
  id bigint generated always as identity primary key,
  source text not null,
  reference text not null,
  asset_id smallint not null references assets,
  units units0 not null check (units > 0),
  reason text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  unique (source, reference)
);
