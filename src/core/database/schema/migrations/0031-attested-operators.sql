-- When an independent admin last attested that the operator alone uses the account. Without it, or a
-- quarter later, invitations and resets of the operator count against independence, whatever their
-- age.
alter table operators
  add column attested_at timestamptz,
  add column attested_by bigint references operators check (attested_by <> id);
