-- Removals of an authenticator that its user lost, or that another person bound: one operator of
-- finance opens it after a check of the identity, another agrees, and a day later the service
-- removes the authenticator. Only src/core/users writes this table.
create table app_recoveries (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  state text not null default 'proposed'
    check (state in ('proposed', 'agreed', 'recovered', 'stopped', 'void')),
  -- When it takes effect, once it is agreed.
  due_at timestamptz check (due_at is not null or state in ('proposed', 'stopped', 'void')),
  -- The operator who stopped it; null if its user did, or if it took effect.
  ended_by bigint references operators,
  ended_at timestamptz check ((ended_at is null) = (state in ('proposed', 'agreed'))),
  created_at timestamptz not null default now()
);

-- A user has one open recovery at most.
create unique index app_recoveries_open on app_recoveries (user_id)
  where state in ('proposed', 'agreed');
create index app_recoveries_due on app_recoveries (due_at) where state = 'agreed';

alter table agreements drop constraint agreements_kind_check;
alter table agreements add constraint agreements_kind_check
  check (kind in ('withdrawal', 'resolution', 'claim', 'suspense', 'break', 'proposal', 'event',
    'restoration', 'recovery'));
