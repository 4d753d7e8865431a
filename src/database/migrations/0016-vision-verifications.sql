-- What users say came of verifying an image. Their own words: no right of theirs hangs on a row here.
-- Only src/features/identity writes this table.
create type vision_service as enum ('KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT');
create type vision_status as enum ('pending', 'processing', 'completed', 'failed');

create table vision_verifications (
  id bigint generated always as identity primary key,
  request_id text not null unique check (request_id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users,
  service vision_service not null,
  file text not null references files (name),
  -- JSON, sealed for this row: it may hold identity numbers.
  request_data text not null,
  response_data text not null,
  status vision_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index vision_verifications_of_user on vision_verifications (user_id, id);
create index vision_verifications_by_time on vision_verifications (user_id, created_at);
