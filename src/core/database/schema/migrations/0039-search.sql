-- What one search of operators finds things by.
create index bank_accounts_by_number on bank_accounts (account);
create index virtual_accounts_by_number on virtual_accounts (account_number)
  where account_number is not null;
create index withdrawals_by_amount on withdrawals (asset_id, amount, id);
create index withdrawals_by_provider_id on withdrawals (provider_id) where provider_id is not null;
create index cash_deposits_by_amount on cash_deposits (amount, id) where provider = 'manual';
create index coin_deposits_by_hash on coin_deposits (tx_hash);
create index suspense_items_by_amount on suspense_items (asset_id, units, id);
create index suspense_items_by_reference on suspense_items (reference);
