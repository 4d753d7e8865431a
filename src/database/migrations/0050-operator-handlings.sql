-- Which operator handled another operator's credentials: by an invitation, or by a reset. For some
-- time the two are one pair of eyes, and so is everybody in between. The machine's own command
-- handles credentials without leaving a row. Only src/operators writes these tables.
create table operator_handlings (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operators,
  handled_by bigint not null references operators check (handled_by <> operator_id),
  how text not null check (how in ('invited', 'reset')),
  at timestamptz not null default now()
);

create index operator_handlings_of_operator on operator_handlings (operator_id, at);

insert into operator_handlings (operator_id, handled_by, how, at)
select id, credentials_by, 'invited', credentials_at
from operators where credentials_by is not null;

-- The one link by which an operator may choose a password. Only its token's digest is stored.
create table operator_invitations (
  operator_id bigint primary key references operators,
  digest bytea not null unique check (octet_length(digest) = 32),
  expires_at timestamptz not null
);

alter table operators
  drop constraint operators_credentials_made,
  drop column credentials_by,
  drop column credentials_at,
  -- Null: invited, and no password chosen yet.
  alter column password_hash drop not null,
  -- Since when the operator counts in approvals, and the admin who confirmed them. Null beside a
  -- time: the machine did, or no admin was there who could.
  add column confirmed_at timestamptz,
  add column confirmed_by bigint references operators check (confirmed_by <> id),
  -- When the operator last stopped being an enabled admin.
  add column admin_until timestamptz,
  add constraint operators_confirmed check (confirmed_by is null or confirmed_at is not null);

-- Operators of before have been at work, each under the rules of then.
update operators set confirmed_at = now();

insert into settings (key, value, kind, is_public) values
  ('operator.sole_admin_wait_hours', '24', 'hours', false);
