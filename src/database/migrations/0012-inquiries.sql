-- What people ask us through the contact form. Only src/features/messaging writes this table.
create table inquiries (
  id bigint generated always as identity primary key,
  subject text not null check (length(subject) between 1 and 255),
  first_name text not null check (length(first_name) between 3 and 255),
  last_name text not null check (length(last_name) between 3 and 255),
  email text not null check (length(email) between 3 and 255),
  phone text not null check (length(phone) between 5 and 255),
  message text not null check (length(message) between 5 and 5000),
  created_at timestamptz not null default now()
);

-- A message its reader deleted keeps its key, or a notice told again would be delivered again.
alter table user_messages
  add column deleted_at timestamptz,
  add check (deleted_at is null or (title = '' and body = '' and data = '{}'));

drop index user_messages_of_user;
create index user_messages_of_user on user_messages (user_id, id) where deleted_at is null;
create index user_messages_unread on user_messages (user_id, created_at)
  where read_at is null and deleted_at is null;

-- A token may be longer than an index takes, so its digest tells tokens apart.
alter table push_tokens
  drop constraint push_tokens_pkey,
  add column digest bytea not null primary key
    generated always as (sha256(decode(replace(token, '\', '\\'), 'escape'))) stored,
  add column seen_at timestamptz not null default now();

drop index push_tokens_of_user;
create index push_tokens_of_user on push_tokens (user_id, seen_at);
