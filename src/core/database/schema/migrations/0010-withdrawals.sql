-- The bank accounts to which users withdraw. Account numbers are text, because leading zeros count.
-- Only src/app/bank-accounts writes this table.
create table bank_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  bank_id text not null check (length(bank_id) between 1 and 32),
  bank_name text not null check (length(bank_name) between 1 and 100),
  account text not null check (account ~ '^[0-9]{1,34}$'),
  bank_owner text not null check (length(bank_owner) between 1 and 100),
  address text not null check (length(address) between 1 and 255),
  created_at timestamptz not null default now(),
  -- When the destination last changed: withdrawals to a new one may have to wait.
  changed_at timestamptz not null default now()
);

create index bank_accounts_of_user on bank_accounts (user_id);

-- Withdrawals of coins through custody and of rupiah through payx. The hold of a withdrawal has the
-- same request id. Only src/app/withdrawals writes this and the following tables.
create table withdrawals (
  id bigint generated always as identity primary key,
  -- Our id and the provider's idempotency key: it is never used for anything else.
  request_id text not null unique check (request_id ~ '^wd-[a-z0-9-]{8,60}$'),
  -- The digest of the user's idempotency key and the request: a request repeated after a crash
  -- returns this withdrawal.
  request_key bytea check (octet_length(request_key) = 32),
  user_id bigint not null references users,
  kind text not null check (kind in ('COIN', 'CASH')),
  asset_id smallint not null references assets,
  -- As requested. The fee of coins is part of the amount, the fee of rupiah is added to it.
  amount units0 not null check (amount > 0),
  fee units0 not null,
  -- What leaves the user's balance, and what the recipient is sent.
  held units0 not null check (held > 0),
  sent units0 not null check (sent > 0),
  network text,
  address text,
  tag text,
  -- The bank account as it was at the request; later changes do not affect the withdrawal.
  bank_account_id bigint,
  channel_code text,
  bank_name text,
  account_number text,
  account_holder text,
  -- The recipient's identity and residential address, sealed.
  residential text,
  id_card_object text,
  -- The value in whole rupiah at the prices of the request: limits and approvals depend on it.
  worth_idr units0 not null,
  status text not null check (status in
    ('PENDING_APPROVAL', 'PROCESSING', 'SUBMITTED', 'SUCCESS', 'FAILED', 'REJECTED')),
  -- How many operators must approve, and why.
  approvals_needed smallint not null default 0 check (approvals_needed between 0 and 2),
  approval_reasons text[] not null default '{}',
  provider_id text,
  provider_status text,
  tx_hash text,
  -- Custody's id of the transaction that replaced the one we sent, such as a boost.
  replaced_by text,
  reason text,
  -- When and why custody refused to send it. It is not sent again: as soon as no earlier request
  -- can be in flight, a withdrawal that custody does not know was never sent.
  refused_at timestamptz,
  refusal text check (length(refusal) between 1 and 1000),
  -- Sending and querying are retried until the outcome is known.
  attempts integer not null default 0,
  next_at timestamptz,
  -- When the provider is queried next about a successful payout, which the bank may return for some
  -- days, and how often it was. Null: no more.
  poll_at timestamptz,
  polls smallint not null default 0,
  -- When the bank returned a successful payout: the user is credited, and the status stays SUCCESS.
  reversed_at timestamptz,
  -- The provider contradicted a final state: an operator must review it.
  incident text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz,
  check (held = case kind when 'COIN' then amount else amount + fee end),
  check (sent = case kind when 'COIN' then amount - fee else amount end),
  check ((kind = 'COIN') = (network is not null and address is not null)),
  check ((kind = 'CASH') = (channel_code is not null and account_number is not null)),
  check ((status in ('SUCCESS', 'FAILED', 'REJECTED')) = (ended_at is not null)),
  check ((refused_at is null) = (refusal is null)),
  constraint withdrawals_reversed check (reversed_at is null or status = 'SUCCESS')
);

-- The history is counted and paged from the index alone.
create index withdrawals_of_user on withdrawals (user_id, created_at desc, id desc)
  include (kind, asset_id);
create index withdrawals_changed on withdrawals (user_id, updated_at);
create unique index withdrawals_request_key on withdrawals (request_key)
  where request_key is not null;
create unique index withdrawals_at_provider on withdrawals (kind, provider_id)
  where provider_id is not null;
create index withdrawals_replaced on withdrawals (replaced_by) where replaced_by is not null;
create index withdrawals_by_hash on withdrawals (tx_hash) where kind = 'COIN' and tx_hash is not null;
create index withdrawals_due on withdrawals (next_at)
  where status in ('PROCESSING', 'SUBMITTED') and next_at is not null;
create index withdrawals_to_poll on withdrawals (poll_at)
  where status = 'SUCCESS' and reversed_at is null and poll_at is not null;
create index withdrawals_to_approve on withdrawals (id) where status = 'PENDING_APPROVAL';
-- Whether the user has withdrawn to a destination before.
create index withdrawals_by_address on withdrawals (user_id, address)
  where kind = 'COIN' and status = 'SUCCESS';
create index withdrawals_by_account on withdrawals (user_id, account_number)
  where kind = 'CASH' and status = 'SUCCESS';
-- What all users recently sent to a destination. An address may be shared, each owner with a tag.
create index withdrawals_to_address on withdrawals (address, (coalesce(tag, '')), created_at)
  where kind = 'COIN';
create index withdrawals_to_account on withdrawals (account_number, created_at)
  where kind = 'CASH';

-- What a user withdrew on one day in Jakarta, in rupiah, without failed withdrawals.
create table withdrawal_days (
  user_id bigint not null references users,
  day date not null,
  worth_idr units0 not null,
  primary key (user_id, day)
);

-- When a user last requested a withdrawal of an asset.
create table withdrawal_gates (
  user_id bigint not null references users,
  asset_id smallint not null references assets,
  opened_at timestamptz not null,
  primary key (user_id, asset_id)
);
