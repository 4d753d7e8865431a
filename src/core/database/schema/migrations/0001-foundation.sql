-- Amounts are counted in the smallest unit of an asset. NaN is excluded by name, because PostgreSQL
-- sorts it above every number, so that it passes any lower bound.
create domain units as numeric(38, 0) check (value <> 'NaN');
create domain units0 as numeric(38, 0) check (value <> 'NaN' and value >= 0);

-- The trigger of tables whose rows are inserted and never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- The current leader. Each takeover increments the epoch, which fences the transactions of the
-- previous leader: they lock this row for share, and the takeover's update waits for them.
create table leader (
  id integer primary key check (id = 1),
  epoch bigint not null default 0,
  node text,
  url text,
  since timestamptz
);

insert into leader (id) values (1);

-- The leader's heartbeat. It is a table of its own so that a heartbeat never waits for the
-- transactions that lock the leader's row.
create table leader_beat (
  id integer primary key check (id = 1),
  at timestamptz not null,
  pid integer not null
);

-- Rate limit counters. rate-limiter-flexible prescribes the columns and their order.
create table counters (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index counters_expire on counters (expire);

-- Responses to requests with an Idempotency-Key, so that a repeated request gets the same response.
-- A row without a status is a request in progress, or one that a crash interrupted.
create table idempotency_keys (
  caller text not null,
  endpoint text not null,
  key text not null check (length(key) between 1 and 64),
  request_hash bytea not null check (length(request_hash) = 32),
  claim bytea not null check (length(claim) = 16),
  status smallint check (status between 200 and 499),
  media_type text,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (caller, endpoint, key),
  check ((status is null) = (answer is null)),
  check ((status is null) = (media_type is null))
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
