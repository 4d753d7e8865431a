-- The people who run the service, apart from its users. Only src/operators writes these tables.
create table operators (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  password_hash text not null,
  -- Made by another operator or by a command: it opens nothing but the way to its successor.
  password_initial boolean not null default true,
  role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
  -- The authenticator app's secret, sealed: the one in use, and one that waits for its first code.
  totp_secret text,
  totp_offered text,
  -- A step of thirty seconds buys at most one thing: it only grows, also over a new secret.
  totp_last_step bigint not null default 0 check (totp_last_step >= 0),
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);

create table operator_sessions (
  digest bytea primary key,
  operator_id bigint not null references operators,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index operator_sessions_of_operator on operator_sessions (operator_id);

-- What operators did. Rows are added and never changed.
create table operator_audit (
  id bigint generated always as identity primary key,
  -- Null where nobody was signed in: a wrong password, a command on the machine itself.
  operator_id bigint references operators,
  action text not null check (length(action) between 1 and 100),
  subject_kind text not null check (length(subject_kind) between 1 and 50),
  subject_id text not null check (length(subject_id) <= 255),
  before jsonb,
  after jsonb,
  ip text not null,
  request_id text not null,
  at timestamptz not null default now()
);

create index operator_audit_of_operator on operator_audit (operator_id, id);
create index operator_audit_of_subject on operator_audit (subject_kind, subject_id, id);
create index operator_audit_of_action on operator_audit (action, id);

create trigger operator_audit_append_only
  before update or delete or truncate on operator_audit
  for each statement execute function refuse_change();
