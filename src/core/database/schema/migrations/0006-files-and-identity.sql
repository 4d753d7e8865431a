-- Stored images. The row is written first, then the object of the same name in the object store,
-- sealed with a key of its own that only this row holds. Only src/platform/files writes this table.
create table files (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  -- Null: it belongs to the house, such as a banner.
  owner bigint references users,
  purpose text not null check (purpose in ('ocr', 'liveness', 'selfie', 'ktp', 'vision',
    'transfer-proof', 'residential-id', 'banner', 'news')),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  state text not null default 'uploading' check (state in ('uploading', 'stored')),
  sealed_key text not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  check ((state = 'stored') = (stored_at is not null))
);

create index files_uploading on files (created_at) where state = 'uploading';
create index files_of_owner on files (owner, created_at) where owner is not null;

-- Requests to the identity provider and its responses. Only src/app/identity writes the
-- following tables. Requests and responses contain numbers of identity cards, so they are sealed;
-- images are never part of them, and no clear column names a person.
create table identity_histories (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  service text not null check (service in ('OCR', 'LIVENESS', 'REGISTRATION')),
  -- Our id, sent with each call: reading a card and judging its owner's face share one.
  transaction_id text not null check (length(transaction_id) between 1 and 36),
  -- STARTED: requested. ANSWERED: charged, and its images are not stored yet. UNKNOWN: requested,
  -- and the outcome is lost. PENDING: the provider has not decided.
  status text not null
    check (status in ('STARTED', 'ANSWERED', 'UNKNOWN', 'PENDING', 'SUCCESS', 'FAILED')),
  -- A keyed digest of the images, so that the same images are not charged twice.
  digest bytea not null check (octet_length(digest) = 32),
  sealed_request text not null,
  sealed_response text,
  object_names text[] not null default '{}',
  -- The card reading that a liveness check compared the face with, or a registration used.
  ocr_id bigint references identity_histories on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index identity_histories_of_user on identity_histories (user_id, service, id);
create index identity_histories_by_age on identity_histories (created_at);
-- A user has at most one liveness check in progress, however many requests arrive at once.
create unique index identity_liveness_under_way on identity_histories (user_id)
  where service = 'LIVENESS' and status = 'STARTED';

-- Registrations that await a decision. The transaction that deletes a row decides it, once.
create table identity_registrations (
  user_id bigint primary key references users,
  history_id bigint not null unique references identity_histories,
  -- The provider's id, null until the provider returns it.
  account_id text,
  -- The complete request, images included, to be sent again unchanged; deleted as soon as the
  -- provider has returned its id.
  sealed_parcel bytea,
  -- The parcel's own key, sealed.
  sealed_parcel_key text,
  tries smallint not null default 0,
  next_at timestamptz not null,
  check ((account_id is null) = (sealed_parcel is not null)),
  check ((sealed_parcel is null) = (sealed_parcel_key is null))
);

create index identity_registrations_due on identity_registrations (next_at);

-- The account that each identity card number verifies.
create table identity_numbers (
  -- A keyed digest: it recognises a number and does not reveal it.
  digest bytea primary key check (octet_length(digest) = 32),
  user_id bigint not null references users,
  -- The registration that used the number; the number outlives it.
  history_id bigint references identity_histories on delete set null,
  created_at timestamptz not null default now()
);

create index identity_numbers_of_user on identity_numbers (user_id);
create index identity_numbers_of_history on identity_numbers (history_id);

create type vision_service as enum ('KTP', 'SELFIE', 'LIVENESS', 'TRANSFER_PROOF', 'DOCUMENT');
create type vision_status as enum ('pending', 'processing', 'completed', 'failed');

-- Results of image checks as users report them. They are unverified: no permission depends on them.
create table vision_verifications (
  id bigint generated always as identity primary key,
  request_id text not null unique check (request_id ~ '^[0-9a-f]{32}$'),
  user_id bigint not null references users,
  service vision_service not null,
  file text not null references files (name),
  -- JSON, sealed for this row: it may contain identity numbers.
  request_data text not null,
  response_data text not null,
  status vision_status not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index vision_verifications_of_user on vision_verifications (user_id, id);
create index vision_verifications_by_time on vision_verifications (user_id, created_at);
