-- What was asked of the identity provider and answered. Only src/features/identity writes these.

-- Requests and answers hold numbers of identity cards, so they are sealed; images are never in them.
-- Nothing in a clear column names a person.
create table identity_histories (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  service text not null check (service in ('OCR', 'LIVENESS', 'REGISTRATION')),
  -- Ours, sent with the calls: a card is read and its owner's face is judged under one.
  transaction_id text not null check (length(transaction_id) between 1 and 36),
  -- STARTED: asked. ANSWERED: paid for, and its images are not stored yet. UNKNOWN: asked, and
  -- nobody knows what came of it. PENDING: the provider has not decided.
  status text not null
    check (status in ('STARTED', 'ANSWERED', 'UNKNOWN', 'PENDING', 'SUCCESS', 'FAILED')),
  -- A keyed digest of the images: the same ones again are not paid for again.
  digest bytea not null check (octet_length(digest) = 32),
  sealed_request text not null,
  sealed_response text,
  object_names text[] not null default '{}',
  -- The reading that a face was compared with and a registration was made of.
  ocr_id bigint references identity_histories on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index identity_histories_of_user on identity_histories (user_id, service, id);
create index identity_histories_by_age on identity_histories (created_at);
-- However many calls come at once, one liveness check of a user is under way.
create unique index identity_liveness_under_way on identity_histories (user_id)
  where service = 'LIVENESS' and status = 'STARTED';

-- A registration nobody has decided. Who takes its row away decides it, once.
create table identity_registrations (
  user_id bigint primary key references users,
  history_id bigint not null unique references identity_histories,
  -- The provider's own id, once it told one.
  account_id text,
  -- All that was sent, images included, to be sent again word for word; gone as soon as the
  -- provider has told its id.
  sealed_parcel bytea,
  tries smallint not null default 0,
  next_at timestamptz not null,
  check ((account_id is null) = (sealed_parcel is not null))
);

create index identity_registrations_due on identity_registrations (next_at);

insert into settings (key, value, is_public) values
  ('identity.history_days', '1825', false);
