-- Stored pictures. The row comes first, then the object under the same name in the object store,
-- sealed with a key of its own; only this row can open it. Only src/files writes this table.
create table files (
  name text primary key check (name ~ '^[0-9a-f]{32}$'),
  -- null: the house's own, such as a banner
  owner bigint references users,
  purpose text not null check (purpose in ('ocr', 'liveness', 'selfie', 'ktp', 'vision',
    'transfer-proof', 'residential-id', 'banner', 'news')),
  media_type text not null check (media_type in ('image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  state text not null default 'uploading' check (state in ('uploading', 'stored')),
  -- which application key wraps the object's key
  key_id text not null,
  sealed_key text not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  check ((state = 'stored') = (stored_at is not null))
);

create index files_uploading on files (created_at) where state = 'uploading';
create index files_of_owner on files (owner, created_at) where owner is not null;
