-- Operators of the service, who are not its users. Only src/core/operators writes these tables.

create table operators (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 255),
  role text not null check (role in ('viewer', 'support', 'finance', 'admin')),
  -- Null: invited, and no password chosen yet.
  password_hash text,
  -- Set by another operator or by a command: it only allows choosing a new password.
  password_initial boolean not null default true,
  -- Sealed authenticator secrets: the one in use, and one that awaits its first code.
  totp_secret text,
  totp_offered text,
  -- A time step of 30 seconds is accepted once: it only grows, even when the secret is replaced.
  totp_last_step bigint not null default 0 check (totp_last_step >= 0),
  -- Since when the operator counts in approvals, and the admin who confirmed them. Null beside a
  -- time: confirmed by a command, or no admin could.
  confirmed_at timestamptz,
  confirmed_by bigint references operators check (confirmed_by <> id),
  -- When the operator last stopped being an enabled admin.
  admin_until timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint operators_confirmed check (confirmed_by is null or confirmed_at is not null)
);

create table operator_sessions (
  digest bytea primary key,
  operator_id bigint not null references operators,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index operator_sessions_of_operator on operator_sessions (operator_id);

-- The one link by which an operator chooses a password, under the digest of its token.
create table operator_invitations (
  operator_id bigint primary key references operators,
  digest bytea not null unique check (octet_length(digest) = 32),
  expires_at timestamptz not null
);

-- Invitations and credential resets of operators by other operators. For some time the two do not
-- count as independent, nor does anyone between them. A command on the machine leaves no row.
create table operator_handlings (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  handled_by bigint not null references operators check (handled_by <> operator_id),
  how text not null check (how in ('invited', 'reset')),
  at timestamptz not null default now()
);

create index operator_handlings_of_operator on operator_handlings (operator_id, at);

-- What operators did. Rows are inserted and never changed.
create table operator_audit (
  id bigint generated always as identity primary key,
  -- Null: no operator was signed in, as with a wrong password or a command on the machine.
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

-- What operators agree to: a decision takes effect once enough of them state the same about its
-- subject. An operator's new statement replaces the open one. Only
-- src/core/decisions writes this table.
create table agreements (
  id bigint generated always as identity primary key,
  -- `resolution` is about a withdrawal as well; the other kinds each have a table of their own.
  kind text not null
    check (kind in ('withdrawal', 'resolution', 'claim', 'suspense', 'break', 'proposal',
      'event', 'restoration')),
  subject bigint not null,
  operator_id bigint not null references operators,
  -- An outcome; the units received, of a claim, or moved, of a break; the user to credit.
  statement text not null,
  note text check (length(note) between 1 and 500),
  at timestamptz not null default now(),
  -- When the decision took effect: the statement counts for no later one about the same subject.
  closed_at timestamptz,
  constraint agreements_stated check (statement ~ case kind
    when 'resolution' then '^(completed|failed)$'
    when 'claim' then '^[1-9][0-9]*$'
    when 'suspense' then '^([1-9][0-9]*|returned)$'
    when 'break' then '^-?[1-9][0-9]*$'
    -- The payment of an event, with its amount in units; or what else becomes of the event.
    when 'event' then '^((VA|QRIS|ORDER) .* [1-9][0-9]*|SUSPENSE .+|NOTHING)$'
    else '^approved$' end)
);

create unique index agreements_open on agreements (kind, subject, operator_id)
  where closed_at is null;
create index agreements_of_subject on agreements (kind, subject);
-- What one operator approved on one day.
create index agreements_of_operator on agreements (operator_id, at);

-- Settings that operators change while the service runs. docs/operations.md explains each.
create table settings (
  key text primary key check (length(key) between 1 and 100),
  value text not null,
  -- What values the setting accepts.
  kind text not null default 'text' check (kind in
    ('text', 'rupiah', 'ppm', 'flag', 'hours', 'seconds', 'count', 'url', 'email', 'countries',
     'version', 'collector', 'valuation')),
  is_public boolean not null default false,
  updated_at timestamptz not null default now()
);

-- Whether withdrawals (WD), deposits (DEPO) and orders (TRADE) are open: 1 is active, any other
-- value is not.
create table wallet_flags (
  type text primary key check (type in ('WD', 'DEPO', 'TRADE')),
  value smallint not null,
  reason text,
  updated_at timestamptz not null default now()
);

insert into wallet_flags (type, value) values
  ('WD', 1),
  ('DEPO', 1),
  ('TRADE', 1);

-- Changes of settings and limits that protect money. One operator proposes a change, an independent
-- one agrees, and it takes effect at `due_at` at the earliest. Only
-- src/backoffice/content writes it.
create table guarded_changes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in
    ('setting', 'daily-withdrawal-limit', 'supply-cap', 'reference-price', 'pair-state',
    'asset-state')),
  -- The key of a setting, the symbol of an asset, or the name of a pair.
  subject text not null check (length(subject) between 1 and 100),
  value_before text not null,
  value text not null check (value <> value_before),
  state text not null default 'proposed' check (state in
    ('proposed', 'agreed', 'effective', 'withdrawn', 'superseded', 'expired', 'void')),
  proposed_by bigint not null references operators,
  proposed_at timestamptz not null default now(),
  -- Fixed by the proposal, so that a shorter delay does not shorten a change that already waits.
  due_at timestamptz not null check (due_at >= proposed_at),
  expires_at timestamptz not null check (expires_at > due_at),
  -- Null: the service ended it, by applying it or because it expired.
  ended_by bigint references operators,
  ended_at timestamptz,
  constraint guarded_changes_delayed check (state <> 'effective' or ended_at >= due_at),
  constraint guarded_changes_ended check ((state in ('proposed', 'agreed')) = (ended_at is null))
);

create unique index guarded_changes_open on guarded_changes (kind, subject)
  where state in ('proposed', 'agreed');
create index guarded_changes_by_state on guarded_changes (state, id);
