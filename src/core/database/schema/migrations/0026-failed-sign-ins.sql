-- Failed sign-ins of users; only src/core/users writes this table. A row without a user is one of
-- an address without an account: it costs the same time, so that the response does not reveal which
-- addresses have accounts, and it is deleted with the next expired rows.
create table failed_sign_ins (
  id bigint generated always as identity primary key,
  user_id bigint,
  reason text not null check (reason in ('wrong-password', 'wrong-code', 'suspended')),
  -- Whether the device proved by its key that it signed in before.
  known_device boolean not null,
  device_name text not null check (length(device_name) <= 200),
  ip text not null check (length(ip) <= 100),
  at timestamptz not null default now()
);

create index failed_sign_ins_of_user on failed_sign_ins (user_id, at);
create index failed_sign_ins_by_time on failed_sign_ins (at);
