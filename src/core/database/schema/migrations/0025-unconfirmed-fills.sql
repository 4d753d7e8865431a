-- Fills that were booked from an event of the venue, until the venue's own list has the trade: what
-- they credited cannot leave before. Only src/app/trading writes this table.
create table unconfirmed_fills (
  pair_id smallint not null,
  trade_id text not null,
  order_id bigint not null,
  user_id bigint not null,
  recorded_at timestamptz not null default now(),
  -- When the venue's list was found to lack the trade; the row stays until the list has it.
  denied_at timestamptz,
  -- A trade between two of our orders has one id for both.
  primary key (pair_id, trade_id, order_id)
);

create index unconfirmed_fills_of_user on unconfirmed_fills (user_id);
