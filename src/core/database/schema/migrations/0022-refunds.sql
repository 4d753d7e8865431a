-- Refunds of payx, by its ids: money that went back to a payer. Only src/app/deposits writes this
-- table. An event or payx's list names a refund; payx's own record of it becomes an item of suspense,
-- which two operators book.
create table payx_refunds (
  refund_id text primary key check (length(refund_id) between 1 and 100),
  -- REPORTED: payx is asked about it. OPEN: it is in suspense. REFUSED: payx does not have it, or
  -- it failed.
  state text not null default 'REPORTED' check (state in ('REPORTED', 'OPEN', 'REFUSED')),
  polls integer not null default 0,
  -- Null after the last poll.
  poll_at timestamptz default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index payx_refunds_due on payx_refunds (poll_at) where state = 'REPORTED';
