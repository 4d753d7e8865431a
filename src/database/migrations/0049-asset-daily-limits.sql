-- The most of a coin that one user may withdraw on a day in Jakarta, in the coin's own units. It holds
-- whatever the coin is valued at; rupiah are limited by their own setting.
alter table assets add column daily_withdrawal_limit units0;

update assets set daily_withdrawal_limit = case symbol
  when 'USDT' then 50000000000
  when 'BTC' then 50000000
  when 'ETH' then 15000000000000000000
  when 'TRX' then 100000000000
  when 'XRP' then 20000000000
  when 'SOL' then 250000000000
  else 0
end
where kind = 'COIN';

alter table assets
  add constraint assets_daily_withdrawal_limit_check
    check ((kind = 'COIN') = (daily_withdrawal_limit is not null));
