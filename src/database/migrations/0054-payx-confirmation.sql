-- Payments that payx's callbacks reported and that payx is asked about before anything is credited.
-- Only src/features/transfers writes it. The reported facts are the key: another report of the same
-- payment, with other facts, is judged by itself.
create table payx_reports (
  method text not null check (method in ('VA', 'QRIS')),
  payment_ref text not null check (length(payment_ref) between 1 and 100),
  -- The number of the virtual account, or our reference of the QR code.
  account text not null check (length(account) between 1 and 100),
  amount units0 not null check (amount > 0),
  bank_code text,
  -- BOOKED: it stands in the ledger as payx's books have it. REFUSED: payx's books do not have it.
  state text not null check (state in ('ASKING', 'BOOKED', 'REFUSED')),
  why text,
  -- How often it was reported, and how often payx denied it since the last report.
  reported integer not null default 1,
  denied integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (payment_ref, method, account, amount)
);

insert into settings (key, value, kind, is_public) values
  ('payx.confirm_from_idr', '1000000', 'rupiah', false),
  ('break.stop_idr', '100000000', 'rupiah', false);

-- What a difference of a balance was worth when it stopped withdrawals; null: it never did, or its
-- asset had no price then.
alter table breaks
  add column stopped_at timestamptz,
  add column stopped_worth_idr units0;

-- About Rp 50 billion of each asset. A deployment that owes more already keeps room for as much again.
update assets a set supply_cap = least(a.supply_cap, greatest(2 * owed.units, case a.symbol
    when 'IDR' then 5000000000000
    when 'USDT' then 3000000000000
    when 'BTC' then 3000000000
    when 'ETH' then 900000000000000000000
    when 'TRX' then 10000000000000
    when 'XRP' then 1200000000000
    when 'SOL' then 15000000000000
    when 'HOT' then 2500000000000000000000000000
    when 'POL' then 12000000000000000000000000
    else a.supply_cap
  end))
from (
  select c.id, coalesce(sum(b.available + b.locked), 0) as units
  from assets c left join balances b on b.asset_id = c.id group by c.id
) owed
where owed.id = a.id;
