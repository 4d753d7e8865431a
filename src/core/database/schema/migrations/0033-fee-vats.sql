-- The value-added tax in the fees of deposits and withdrawals; that of trading fees is in fills. A
-- fee that is given back has a row of its own, below zero. Only src/core/taxes writes this table.
create table fee_vats (
  id bigint generated always as identity primary key,
  -- The posting that took the fee or gave it back.
  posting_key text not null unique check (length(posting_key) between 1 and 200),
  -- Of a fee that is given back: the posting that had taken it.
  corrects text references fee_vats (posting_key),
  user_id bigint not null references users,
  source text not null check (source in ('deposit', 'withdrawal')),
  asset_id smallint not null references assets,
  fee units not null,
  -- In rupiah, with the price of the conversion as in trade_taxes; `none`: no price was known.
  fee_idr units not null,
  vat_idr units not null,
  rule text not null check (length(rule) between 1 and 100),
  valued_by text not null
    check (valued_by ~ '^(none|rupiah|(venue|operator|sandbox)-(last|median))$'),
  valued_at timestamptz not null,
  charged_at timestamptz not null default now(),
  constraint fee_vats_signs
    check (case when corrects is null then fee > 0 and vat_idr >= 0
      else fee < 0 and vat_idr <= 0 end)
);

create index fee_vats_by_time on fee_vats (charged_at);

create trigger fee_vats_append_only before update or delete or truncate on fee_vats
  for each statement execute function refuse_change();
