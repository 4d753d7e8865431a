-- The bank gave back what it had paid out: the money is the user's again, and the success stays.
alter table withdrawals
  add column reversed_at timestamptz,
  add constraint withdrawals_reversed check (reversed_at is null or status = 'SUCCESS');

-- Whether a destination was used before is asked for each withdrawal.
create index withdrawals_by_address on withdrawals (user_id, address)
  where kind = 'COIN' and status = 'SUCCESS';
create index withdrawals_by_account on withdrawals (user_id, account_number)
  where kind = 'CASH' and status = 'SUCCESS';

insert into settings (key, value, kind, is_public) values
  -- Whether the whole of a day counts for the bound above which a residential address is asked for.
  ('withdrawal.residential_by_day', 'false', 'flag', false);
