-- Codes that stand for a lost authenticator, each once. They go with the secret of the app.
create table recovery_codes (
  user_id bigint not null references users (id),
  digest bytea not null check (octet_length(digest) = 32),
  created_at timestamptz not null default now(),
  primary key (user_id, digest)
);
