-- The tables of the implementation by the book. Amounts are whole numbers of an asset's smallest
-- units.

create table users (
  id bigint generated always as identity primary key,
  email text not null unique,
  may_trade boolean not null default false,
  created_at timestamptz not null default now()
);

create table sessions (
  token_digest bytea primary key,
  user_id bigint not null references users,
  expires_at timestamptz not null
);

create table virtual_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  bank_code text not null,
  account_number text not null,
  active boolean not null default true,
  unique (bank_code, account_number)
);

create table balances (
  user_id bigint not null references users,
  asset text not null,
  available bigint not null default 0 check (available >= 0),
  locked bigint not null default 0 check (locked >= 0),
  primary key (user_id, asset)
) with (fillfactor = 70);

create table webhook_events (
  id bigint generated always as identity primary key,
  source text not null,
  event_key text not null,
  digest bytea not null,
  body text not null,
  received_at timestamptz not null default now(),
  unique (source, event_key)
);

create table deposits (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  provider_ref text not null unique,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee between 0 and amount),
  created_at timestamptz not null default now()
);
create index on deposits (user_id, created_at desc, id desc);

create table postings (
  id bigint generated always as identity primary key,
  key text not null unique,
  action text not null,
  created_at timestamptz not null default now()
);

-- The entries of a posting sum to zero for each asset.
create table entries (
  posting_id bigint not null references postings,
  line smallint not null,
  account text not null,
  user_id bigint references users,
  asset text not null,
  amount bigint not null,
  balance_after bigint,
  primary key (posting_id, line)
);
create index on entries (user_id, asset, posting_id) where user_id is not null;

create table orders (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  user_id bigint not null references users,
  pair text not null,
  side text not null check (side in ('BUY', 'SELL')),
  volume bigint not null check (volume > 0),
  price bigint not null check (price > 0),
  held bigint not null check (held > 0),
  spent bigint not null default 0,
  executed bigint not null default 0 check (executed <= volume),
  status text not null check (status in ('PENDING', 'OPEN', 'DONE', 'CANCELED', 'REJECTED')),
  venue_order_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
) with (fillfactor = 80);
create index on orders (user_id, created_at desc, id desc);

create table fills (
  id bigint generated always as identity primary key,
  pair text not null,
  trade_id bigint not null,
  order_id bigint not null references orders,
  volume bigint not null check (volume > 0),
  quote bigint not null,
  fee bigint not null,
  traded_at timestamptz not null,
  unique (pair, trade_id)
);
create index on fills (order_id);

-- Messages to users, sent by a worker.
create table notices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index on notices (id) where sent_at is null;
create index on notices (user_id, id desc);
