-- When users last looked at their deposits: meanwhile payd is polled about their open orders. One
-- row for each user who had an open order then. Only src/app/transfers writes this table.
create table deposit_looks (
  user_id bigint primary key references users,
  looked_at timestamptz not null default now()
);

create index deposit_looks_by_time on deposit_looks (looked_at);
