-- Every authenticated provider event, as it came. Only src/inbox writes this table.
create table inbox (
  id bigint generated always as identity primary key,
  source text not null,
  event_key text not null check (length(event_key) between 1 and 200),
  -- The first 128 bits of the body's SHA-256: the same event with another body is another row.
  digest uuid not null,
  body text not null,
  encoding text not null default 'utf8' check (encoding in ('utf8', 'base64')),
  state text not null check (state in ('pending', 'done', 'parked')),
  outcome text,
  attempts smallint not null default 0,
  next_at timestamptz,
  error text,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  unique (source, event_key, digest),
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'done') = (applied_at is not null))
);

create index inbox_pending on inbox (id) where state = 'pending';
create index inbox_parked on inbox (id) where state = 'parked';

-- What users, operators and regulators were told. Only src/outbox writes these tables.
create table user_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  dedupe_key text not null unique,
  title text not null,
  body text not null,
  data jsonb not null,
  read_at timestamptz,
  created_at timestamptz not null default now()
);

create index user_messages_of_user on user_messages (user_id, id);

create table push_tokens (
  token text primary key check (length(token) between 1 and 4096),
  user_id bigint not null references users,
  created_at timestamptz not null default now()
);

create index push_tokens_of_user on push_tokens (user_id);

create table operator_alerts (
  id bigint generated always as identity primary key,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  kind text not null,
  dedupe_key text not null unique,
  subject text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);

create table reports (
  request_id text primary key,
  kind text not null check (kind in ('A', 'B', 'C')),
  payload jsonb not null,
  status text not null default 'PENDING' check (status in ('PENDING', 'SENT', 'SUCCESS', 'FAILED')),
  message text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
