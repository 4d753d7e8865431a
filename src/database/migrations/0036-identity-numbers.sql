-- Which account the number of an identity card proves. Only src/features/identity writes these.
create table identity_numbers (
  -- A keyed digest of the number: it recognises one, and tells nothing of it.
  digest bytea primary key check (octet_length(digest) = 32),
  user_id bigint not null references users,
  -- The registration that took it; it outlives the history.
  history_id bigint references identity_histories on delete set null,
  created_at timestamptz not null default now()
);

create index identity_numbers_of_user on identity_numbers (user_id);
create index identity_numbers_of_history on identity_numbers (history_id);
