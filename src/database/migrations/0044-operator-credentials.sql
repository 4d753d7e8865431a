-- Who last made an operator's first password, and so could sign in as them: for some time the two
-- are one pair of eyes. Null: no operator did, but whoever holds the machine.
alter table operators
  add column credentials_by bigint references operators check (credentials_by <> id),
  add column credentials_at timestamptz,
  add constraint operators_credentials_made
    check ((credentials_by is null) = (credentials_at is null));
