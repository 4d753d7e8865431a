-- One observed price of each pair for every few seconds: what medians are taken from.
create table price_samples (
  pair text not null check (pair ~ '^[A-Z0-9]{2,12}_[A-Z0-9]{2,12}$'),
  -- The start of the interval that the sample stands for.
  at timestamptz not null,
  price numeric(38, 18) not null check (price <> 'NaN' and price > 0),
  primary key (pair, at)
);
create index price_samples_by_time on price_samples (at);

-- The median of the samples within `price.median_seconds` and their count, written with each
-- sample, so that valuing an amount reads no history.
alter table prices
  add column median numeric(38, 18) check (median <> 'NaN' and median > 0),
  add column samples integer not null default 0 check (samples >= 0);

-- When the second factor was last turned on or off. Null: before this was recorded.
alter table users add column twofa_changed_at timestamptz;

-- The sums that went to one destination lately, whoever sent them.
-- One address may be shared by many, each with a tag of its own.
create index withdrawals_to_address on withdrawals (address, (coalesce(tag, '')), created_at)
  where kind = 'COIN';
create index withdrawals_to_account on withdrawals (account_number, created_at)
  where kind = 'CASH';

insert into settings (key, value, kind) values
  ('price.median_seconds', '900', 'seconds'),
  ('withdrawal.price_disagreement_ppm', '100000', 'ppm'),
  ('withdrawal.short_history_free_ppm', '10000', 'ppm'),
  ('withdrawal.destination_trust_hours', '24', 'hours'),
  ('withdrawal.cooloff_hours', '24', 'hours'),
  ('withdrawal.cooloff_free_idr', '1000000', 'rupiah');
