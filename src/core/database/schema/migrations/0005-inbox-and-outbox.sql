-- Every authenticated event of a provider, as received. Only src/core/inbox writes this table. Each
-- partition holds a range of ids; partitions/ranges.ts adds them ahead. Columns of a fixed length
-- come first, so that none is padded.
create table inbox (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  next_at timestamptz,
  -- The row of inbox_bodies with its body, and its place there, from 1.
  bodies_id bigint,
  place smallint,
  attempts smallint not null default 0,
  source text not null,
  event_key text not null check (length(event_key) between 1 and 200),
  state text not null check (state in ('pending', 'done', 'parked')),
  encoding text not null default 'utf8' check (encoding in ('utf8', 'base64')),
  outcome text,
  -- Null if it is in inbox_bodies.
  body text,
  error text,
  check ((state = 'pending') = (next_at is not null)),
  check ((state = 'done') = (applied_at is not null)),
  check ((body is null) = (bodies_id is not null) and (body is null) = (place is not null)),
  check (body is not null or state = 'done')
) partition by range (id);

create table inbox_0 partition of inbox for values from (0) to (4194304);
create table inbox_4194304 partition of inbox for values from (4194304) to (maxvalue);

-- The bodies of events that were applied together, joined by a record separator. PostgreSQL
-- compresses them as one value; a single body is too short for that. The ids are those of events,
-- so that a partition of bodies belongs to one of events.
create table inbox_bodies (
  id bigint not null default nextval('inbox_id_seq') primary key,
  bodies text not null
) partition by range (id);

create table inbox_bodies_0 partition of inbox_bodies for values from (0) to (4194304);
create table inbox_bodies_4194304 partition of inbox_bodies
  for values from (4194304) to (maxvalue);

-- The first 128 bits of the SHA-256 of source, key and body of each event ever received: the same
-- event with another body is another event. Kept when the event's partition is detached, so that it
-- is never applied again.
create table inbox_keys (
  digest uuid primary key
);

create index inbox_pending on inbox (id) where state = 'pending';
create index inbox_parked on inbox (id) where state = 'parked';

-- Messages to users, alerts to operators and reports to the regulator. Only
-- src/core/outbox writes them.

create table user_messages (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null,
  dedupe_key text not null unique,
  title text not null,
  body text not null,
  data jsonb not null,
  read_at timestamptz,
  -- A deleted message keeps its key: otherwise a repeated notice would deliver it again.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  check (deleted_at is null or (title = '' and body = '' and data = '{}'))
);

create index user_messages_of_user on user_messages (user_id, id) where deleted_at is null;
create index user_messages_unread on user_messages (user_id, created_at)
  where read_at is null and deleted_at is null;
create index user_messages_read on user_messages (user_id, read_at)
  where read_at is not null and deleted_at is null;

create table push_tokens (
  -- A token may be longer than an index entry, so its digest identifies it.
  digest bytea not null primary key
    generated always as (sha256(decode(replace(token, '\', '\\'), 'escape'))) stored,
  token text not null check (length(token) between 1 and 4096),
  user_id bigint not null references users,
  -- The session that registered it last; the token is deleted with it.
  session_id bigint references session_families on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

create index push_tokens_of_user on push_tokens (user_id, seen_at);
create index push_tokens_of_session on push_tokens (session_id);

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

-- Questions from the contact form. Only src/app/messaging writes this table.
create table inquiries (
  id bigint generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 255),
  first_name text not null check (length(first_name) between 3 and 255),
  last_name text not null check (length(last_name) between 3 and 255),
  email text not null check (length(email) between 3 and 255),
  phone text not null check (length(phone) between 5 and 255),
  message text not null check (length(message) between 5 and 5000),
  created_at timestamptz not null default now()
);
