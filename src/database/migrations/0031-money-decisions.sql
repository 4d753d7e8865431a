-- What operators decide about money, each with a name and a reason. Only src/features/transfers
-- writes these tables.

-- Who said yes to a withdrawal: everybody once.
create table withdrawal_approvals (
  withdrawal_id bigint not null references withdrawals,
  operator_id bigint not null references operators,
  note text check (length(note) between 1 and 500),
  at timestamptz not null default now(),
  primary key (withdrawal_id, operator_id)
);

-- How operators want a withdrawal to end that does not end by itself. As many as must agree make it
-- so; an operator who comes to think otherwise says the other thing instead.
create table withdrawal_resolutions (
  id bigint generated always as identity primary key,
  withdrawal_id bigint not null references withdrawals,
  operator_id bigint not null references operators,
  outcome text not null check (outcome in ('completed', 'failed')),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  -- It was done, or something else was: it counts for nothing any more.
  closed_at timestamptz
);

create unique index withdrawal_resolutions_open
  on withdrawal_resolutions (withdrawal_id, operator_id) where closed_at is null;

-- Who said yes to a transfer that a user claims, and to how much.
create table cash_deposit_approvals (
  deposit_id bigint not null references cash_deposits,
  operator_id bigint not null references operators,
  amount units0 not null check (amount > 0),
  at timestamptz not null default now(),
  primary key (deposit_id, operator_id)
);

alter table suspense_items
  add column state text not null default 'open'
    check (state in ('open', 'proposed', 'assigned', 'returned')),
  add column assigned_user bigint references users,
  add column decided_by bigint references operators,
  add column decided_at timestamptz,
  add constraint suspense_items_assigned
    check ((state = 'assigned') = (assigned_user is not null)),
  add constraint suspense_items_decided
    check ((state in ('assigned', 'returned')) = (decided_by is not null)
      and (decided_by is null) = (decided_at is null));

create index suspense_items_undecided on suspense_items (id) where state in ('open', 'proposed');

-- What an operator says is to be done with money in suspense: two who say the same make it so.
create table suspense_proposals (
  item_id bigint not null references suspense_items,
  operator_id bigint not null references operators,
  -- Whom to give it to; null: it was given back to where it came from, outside of this service.
  user_id bigint references users,
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  primary key (item_id, operator_id)
);

insert into settings (key, value, kind, is_public) values
  ('deposit.two_approvals_idr', '50000000', 'rupiah', false);
