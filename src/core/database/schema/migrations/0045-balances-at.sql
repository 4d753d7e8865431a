-- The time that is over: no posting gets a time before `before`. It advances to `next_before` when
-- all transactions below `next_tx` have ended. Only src/core/ledger writes the following tables.
create table ledger_closed (
  id smallint primary key check (id = 1),
  before timestamptz not null,
  next_before timestamptz not null,
  next_tx bigint not null
) with (fillfactor = 50);

insert into ledger_closed (id, before, next_before, next_tx)
values (1, '2000-01-01Z', '2000-01-01Z', 0);

-- Times before which all moves are summed: the end of each day in Jakarta, and times between, so
-- that few moves follow each. They stay when old moves are detached.
create table ledger_checkpoints (
  before timestamptz primary key,
  -- Postings with lower ids are older than `before`; of the others, some may be.
  since_id bigint not null
);

-- What all moves before a checkpoint took into each kind of account and out of it; those of all users
-- are summed.
create table checkpoint_sums (
  before timestamptz not null references ledger_checkpoints,
  kind smallint not null references account_kinds,
  asset_id smallint not null references assets,
  into_units units0 not null,
  out_units units0 not null,
  primary key (before, kind, asset_id)
);

create trigger ledger_checkpoints_append_only
  before update or delete or truncate on ledger_checkpoints
  for each statement execute function refuse_change();
create trigger checkpoint_sums_append_only before update or delete or truncate on checkpoint_sums
  for each statement execute function refuse_change();
