-- What operators look for about one user.

-- Operators search for users by the beginning of an address.
create index users_by_email on users (email text_pattern_ops);
create index users_suspended on users (id) where suspended_at is not null;

-- Alerts about a user. Alerts of severity info repeat the messages that the user gets.
create index operator_alerts_of_user on operator_alerts ((data ->> 'userId'), created_at)
  where severity <> 'info' and data ? 'userId';

-- Rare kinds of postings, which a search would otherwise not find among the frequent ones.
create index postings_rare on postings (action, id) where action in ('FEE', 'TAX', 'ADJUSTMENT');

-- How often each event was received again, byte for byte; events that were not have no row. Only
-- src/core/inbox writes this table.
create table inbox_redeliveries (
  digest uuid primary key,
  times integer not null default 1 check (times > 0),
  last_at timestamptz not null default now()
);

-- Events that another transaction applied than stored them, and events about one payout.
create index inbox_applied_later on inbox (applied_at) where applied_at > received_at;
create index inbox_payouts on inbox (event_key text_pattern_ops) where source = 'payx.payout';

-- Registrations by state, and accounts whose card was used for another one.
create index identity_histories_registrations on identity_histories (id)
  where service = 'REGISTRATION';
create index identity_histories_by_state on identity_histories (status, id)
  where service = 'REGISTRATION';
create index operator_alerts_of_duplicates on operator_alerts ((data ->> 'otherUserId'))
  where kind = 'identity-duplicate';
