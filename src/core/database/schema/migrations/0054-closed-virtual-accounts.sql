-- Beside an account that payx closed its user may open another one at the same bank.
drop index virtual_accounts_one_a_bank;
create unique index virtual_accounts_one_a_bank on virtual_accounts (user_id, provider, bank_code)
  where status not in ('FAILED', 'INACTIVE');
