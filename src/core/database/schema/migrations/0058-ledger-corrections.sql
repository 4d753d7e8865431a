-- Two operators correct the ledger where no other act ends what people or providers did.
alter table guarded_changes
  drop constraint guarded_changes_kind_check,
  add constraint guarded_changes_kind_check check (kind in
    ('setting', 'daily-withdrawal-limit', 'supply-cap', 'reference-price', 'pair-state',
    'asset-state', 'pair-terms', 'network-terms', 'trading-fees', 'tax-rate', 'asset-active', 'bank-active',
    'wallet-status', 'payment-instructions', 'tax-month', 'tax-payment', 'tax-correction',
    'ledger-correction'));
