-- Indexes for the operators' lists and for what bears on a decision.

create index orders_by_time on orders (created_at, id);
create index fills_by_time on fills (traded_at, id);
create index withdrawals_in_doubt on withdrawals (id) where incident is not null;
create index cash_deposits_claimed on cash_deposits (id) where provider = 'manual';

alter table unmatched_trades add column id bigint generated always as identity;
create unique index unmatched_trades_by_id on unmatched_trades (id);
