-- A withdrawal whose request had an idempotency key is found again under it, so that a repeat after
-- a crash is answered with the withdrawal that stands.
alter table withdrawals add column request_key bytea check (octet_length(request_key) = 32);

create unique index withdrawals_request_key on withdrawals (request_key)
  where request_key is not null;
