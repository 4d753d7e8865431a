-- Business facts, as signed events for other systems.

-- Facts as transactions write them, until the leader publishes them. Only src/core/facts writes
-- this table. Users are not referenced: a check of the key would lock their rows.
create table event_facts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  type text not null,
  -- What the fact is about; a fact of the same type and key is published once.
  subject text not null,
  key text,
  -- Null: the item is read when the fact is published.
  item jsonb
);

-- Only src/backoffice/events writes the following tables.

-- How many events of each user were published; user 0 stands for events without a user.
create table event_sequences (
  user_id bigint primary key,
  last bigint not null check (last > 0)
);

-- Positions follow the order of commits: only the leader inserts, one transaction after another.
create table published_events (
  position bigint primary key,
  id uuid not null default gen_random_uuid(),
  -- 0: no user.
  user_id bigint not null,
  sequence bigint not null check (sequence > 0),
  type text not null,
  key text,
  -- The time of the fact's transaction.
  at timestamptz not null,
  published_at timestamptz not null default now(),
  item jsonb not null,
  -- The item and the user with personal data; null unless a subscription with personal data existed.
  personal jsonb,
  unique (user_id, sequence),
  unique (type, key)
);

create index published_events_by_time on published_events (published_at);

create table event_subscriptions (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 1 and 100),
  url text not null check (length(url) between 1 and 2000),
  -- Types, or prefixes as `deposit.*`; `*` stands for all.
  kinds text[] not null check (cardinality(kinds) between 1 and 100),
  -- Null: events of all users, and those without one.
  user_id bigint references users,
  personal boolean not null,
  state text not null check (state in ('proposed', 'active', 'paused', 'ended')),
  -- The keys that sign, and the former ones, which sign as well until a time.
  sealed_keys text not null,
  sealed_former text,
  former_until timestamptz,
  -- Events up to this position were taken: delivered, or waiting in event_retries.
  position bigint not null default 0,
  -- Consecutive failed attempts; while there are many, one event at a time is attempted.
  failures integer not null default 0,
  failing_since timestamptz,
  retry_at timestamptz,
  created_by bigint not null references operators,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state = 'ended') = (ended_at is not null)),
  check ((sealed_former is null) = (former_until is null)),
  check ((failures = 0) = (failing_since is null))
);

-- Events whose delivery failed, and later events of the same user, which wait for them.
create table event_retries (
  subscription_id bigint not null references event_subscriptions,
  position bigint not null,
  user_id bigint not null,
  attempts smallint not null default 0,
  first_at timestamptz not null default now(),
  next_at timestamptz not null default now(),
  -- When it was given up.
  dead_at timestamptz,
  primary key (subscription_id, position)
);

create index event_retries_waiting on event_retries (subscription_id, user_id, position)
  where dead_at is null;

create table event_attempts (
  id bigint generated always as identity primary key,
  subscription_id bigint not null references event_subscriptions,
  -- Null: a test event.
  position bigint,
  type text not null,
  at timestamptz not null default now(),
  took_ms integer not null check (took_ms >= 0),
  outcome text not null check (outcome in ('delivered', 'refused', 'failed')),
  -- The subscriber's response; null if there was none.
  status smallint,
  response text,
  -- Why there was no response.
  reason text,
  payload text not null
);

create index event_attempts_of_subscription on event_attempts (subscription_id, id);
create index event_attempts_by_time on event_attempts (at);

alter table agreements drop constraint agreements_kind_check;
alter table agreements add constraint agreements_kind_check
  check (kind in ('withdrawal', 'resolution', 'claim', 'suspense', 'break', 'proposal',
    'event', 'restoration', 'recovery', 'carf-report', 'subscription'));
