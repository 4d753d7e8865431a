-- What payd said was paid, until its status call confirmed it. Only src/features/transfers writes it.
create table payd_reports (
  merchant_order_id text not null check (length(merchant_order_id) between 1 and 100),
  amount units0 not null check (amount > 0),
  reference text,
  publisher_order_id text,
  -- BOOKED: the money stands in the ledger. REFUSED: payd's own books say it was not paid so.
  -- GIVEN_UP: nobody could tell within the tries there are.
  state text not null check (state in ('ASKING', 'BOOKED', 'REFUSED', 'GIVEN_UP')),
  why text,
  -- How often it was reported, and how often payd was asked since the last report.
  told integer not null default 1,
  asked integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (merchant_order_id, amount)
);

-- Inquiries about a fixed number that nobody paid are forgotten after some days.
create index payd_orders_unpaid on payd_orders (created_at) where kind = 'VA' and status = 'OPEN';

-- What an operator should know before deciding about a claimed transfer.
alter table cash_deposits add column review text;

insert into settings (key, value, kind, is_public) values
  ('payd.confirm_status', 'true', 'flag', false),
  ('deposit.payd_minimum_idr', '10000', 'rupiah', true),
  ('deposit.payd_maximum_idr', '50000000', 'rupiah', true),
  ('deposit.cash_per_day', '10', 'count', true);
