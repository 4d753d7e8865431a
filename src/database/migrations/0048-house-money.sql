-- What operators say the house itself brought to a provider or took from it, which no deposit or
-- withdrawal explains. Two who say the same make it so.
create table break_proposals (
  break_id bigint not null references breaks,
  operator_id bigint not null references operators,
  -- As finely divided as the balance is compared.
  units numeric(38, 0) not null check (units <> 'NaN' and units <> 0),
  reason text not null check (length(reason) between 1 and 500),
  at timestamptz not null default now(),
  primary key (break_id, operator_id)
);
