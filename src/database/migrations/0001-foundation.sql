-- Amounts are whole units of an asset. NaN passes every CHECK but one that names it.
create domain units as numeric(38, 0) check (value <> 'NaN');
create domain units0 as numeric(38, 0) check (value <> 'NaN' and value >= 0);

-- Who leads. The epoch goes up with each take-over and fences the transactions of the one before:
-- they read this row for share, and the take-over's update waits for them.
create table leader (
  id integer primary key check (id = 1),
  epoch bigint not null default 0,
  node text,
  url text,
  since timestamptz
);
insert into leader (id) values (1);

-- The leader's sign of life, apart from its epoch so that beating never waits for work.
create table leader_beat (
  id integer primary key check (id = 1),
  at timestamptz not null,
  pid integer not null
);

-- Throttle counters. Their library decides the columns and their order.
create table counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index counters_expire on counters (expire);
