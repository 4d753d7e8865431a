-- What a session's device called itself, as a digest; null for sessions of before.
alter table session_families add column device bytea check (length(device) = 32);

create index session_families_devices on session_families (user_id, created_at)
  where device is not null;
