-- The timelines of the PostgreSQL cluster on which the service wrote. A row exists before the first
-- commit on its timeline is acknowledged. Positions are bytes of the write-ahead log. Only
-- src/database writes this table.
create table server_timelines (
  timeline bigint primary key,
  -- The end of what was recovered when the timeline began; null if the server was not recovered.
  began_at bigint,
  -- Whether commits waited for a standby when the leader last looked.
  synchronous boolean not null,
  seen_at timestamptz not null default now(),
  -- The position after which acknowledged commits were lost, when this was found.
  lost_after bigint,
  lost_at timestamptz,
  constraint server_timelines_lost check ((lost_after is null) = (lost_at is null))
);
