-- The answers given under an Idempotency-Key, so that the same request gets the same answer.
-- A row without a status is a request under way, or one that a crash interrupted.
create table idempotency_keys (
  caller text not null,
  endpoint text not null,
  key text not null check (length(key) between 1 and 64),
  request_hash bytea not null check (length(request_hash) = 32),
  claim bytea not null check (length(claim) = 16),
  status smallint check (status between 200 and 499),
  media_type text,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (caller, endpoint, key),
  check ((status is null) = (answer is null)),
  check ((status is null) = (media_type is null))
);

create index idempotency_keys_by_age on idempotency_keys (created_at);
