-- What nobody told us of is asked for: when next, and how often it was. null: not any more.
alter table qris_codes add column ask_at timestamptz, add column asks smallint not null default 0;
alter table payd_orders add column ask_at timestamptz, add column asks smallint not null default 0;
-- Of a payout that was made: the bank may send it back for some days.
alter table withdrawals add column ask_at timestamptz, add column asks smallint not null default 0;

-- What may be paid, or come back, right now.
update qris_codes set ask_at = now()
  where status = 'ACTIVE' and expires_at > now() - interval '1 day';
update payd_orders set ask_at = now()
  where status = 'OPEN' and created_at > now() - interval '2 days';
update withdrawals set ask_at = now()
  where kind = 'CASH' and status = 'SUCCESS' and reversed_at is null
    and ended_at > now() - interval '7 days';

create index qris_codes_to_ask on qris_codes (ask_at)
  where status = 'ACTIVE' and ask_at is not null;
create index payd_orders_to_ask on payd_orders (ask_at)
  where status = 'OPEN' and ask_at is not null;
create index withdrawals_to_ask on withdrawals (ask_at)
  where status = 'SUCCESS' and reversed_at is null and ask_at is not null;
