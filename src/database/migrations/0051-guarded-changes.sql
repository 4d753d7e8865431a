-- Changes of what guards money. One operator proposes a change, an independent one agrees, and it
-- takes effect at `due_at` at the soonest. Only src/features/content writes this table.
create table guarded_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('setting', 'daily-withdrawal-limit', 'supply-cap')),
  -- The key of a setting, or the symbol of an asset.
  subject text not null check (length(subject) between 1 and 100),
  value_before text not null,
  value text not null check (value <> value_before),
  state text not null default 'proposed' check (state in
    ('proposed', 'agreed', 'effective', 'withdrawn', 'superseded', 'expired', 'void')),
  proposed_by bigint not null references operators,
  proposed_at timestamptz not null default now(),
  -- Fixed when it is proposed, so that a shorter delay shortens no change that already waits.
  due_at timestamptz not null check (due_at >= proposed_at),
  expires_at timestamptz not null check (expires_at > due_at),
  agreed_by bigint references operators check (agreed_by <> proposed_by),
  agreed_at timestamptz,
  -- Null if no operator ended it: the service applied it, or it expired.
  ended_by bigint references operators,
  ended_at timestamptz,
  constraint guarded_changes_agreed check ((agreed_by is null) = (agreed_at is null)),
  constraint guarded_changes_needs_two
    check (state not in ('agreed', 'effective') or agreed_by is not null),
  constraint guarded_changes_delayed check (state <> 'effective' or ended_at >= due_at),
  constraint guarded_changes_ended check ((state in ('proposed', 'agreed')) = (ended_at is null))
);

create unique index guarded_changes_open on guarded_changes (kind, subject)
  where state in ('proposed', 'agreed');
create index guarded_changes_by_state on guarded_changes (state, id);

insert into settings (key, value, kind, is_public) values
  ('settings.delay_minutes', '60', 'count', false);

-- What one operator approved on a day, and what was credited to one user on a day.
create index cash_deposit_approvals_of_operator on cash_deposit_approvals (operator_id, at);
create index cash_deposits_credited_claims on cash_deposits (user_id, completed_at)
  where provider = 'manual' and status = 'COMPLETED';
