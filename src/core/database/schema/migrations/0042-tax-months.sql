-- Corrections of taxes on trades, each in the month that is open when it is made. Only
-- src/core/taxes writes the following tables.
create table tax_corrections (
  id bigint generated always as identity primary key,
  tax_id bigint not null references trade_taxes,
  user_id bigint not null references users,
  -- In rupiah: the figures that it corrects, which may be those of an earlier correction, and the
  -- right ones. A tax that is not due at all has zeros.
  old_value_idr units0 not null,
  old_tax_idr units0 not null,
  value_idr units0 not null,
  tax_idr units0 not null,
  reason text not null check (length(reason) between 1 and 200),
  made_at timestamptz not null default now(),
  check ((old_value_idr, old_tax_idr) <> (value_idr, tax_idr))
);

create index tax_corrections_of_tax on tax_corrections (tax_id, id);
create index tax_corrections_of_user on tax_corrections (user_id, made_at);

create trigger tax_corrections_append_only before update or delete or truncate on tax_corrections
  for each statement execute function refuse_change();

-- Closed months, without a gap. A row of a tax belongs to the first month that ends after it and
-- whose last ids include it: what is recorded later belongs to a later month.
create table tax_months (
  month date primary key check (extract(day from month) = 1),
  taxes_upto bigint not null,
  corrections_upto bigint not null,
  fills_upto bigint not null,
  fees_upto bigint not null,
  item_count bigint not null check (item_count >= 0),
  tax_idr units not null,
  vat_idr units not null,
  -- What an earlier month corrected below zero, and this one owes less.
  tax_carried units not null check (tax_carried <= 0),
  vat_carried units not null check (vat_carried <= 0),
  closed_at timestamptz not null default now(),
  -- The numbers of the treasury's receipts (NTPN). The two are due on different days, so each is
  -- paid by itself.
  tax_receipt text check (tax_receipt ~ '^[0-9A-Z]{16}$'),
  tax_paid_at timestamptz,
  vat_receipt text check (vat_receipt ~ '^[0-9A-Z]{16}$'),
  vat_paid_at timestamptz,
  check ((tax_receipt is null) = (tax_paid_at is null)),
  check ((vat_receipt is null) = (vat_paid_at is null))
);

alter table guarded_changes
  drop constraint guarded_changes_kind_check,
  add constraint guarded_changes_kind_check check (kind in
    ('setting', 'daily-withdrawal-limit', 'supply-cap', 'reference-price', 'pair-state',
    'asset-state', 'pair-terms', 'network-terms', 'trading-fees', 'tax-rate', 'asset-active', 'bank-active',
    'wallet-status', 'payment-instructions', 'tax-month', 'tax-payment', 'tax-correction'));
