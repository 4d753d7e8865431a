-- What each group of trades left that is less than a unit, until it is added to venue_dust: many
-- write here at once, and none waits for another.
create table venue_dust_steps (
  id bigint generated always as identity primary key,
  asset_id smallint not null references assets,
  dust units not null
);

-- Until now it was counted once an order was over. Nothing is executed while it is counted anew.
lock table orders in access exclusive mode;

with uncounted as (
  select o.side, o.executed_quote, o.commission, p.base_asset_id, p.quote_asset_id
  from orders o join pairs p on p.id = o.pair_id
  where not o.settled_dust and o.executed_quote > 0
), parts as (
  select a.id as asset_id, case u.side when 'BUY' then -1 else 1 end
    * (u.executed_quote % power(10::numeric, greatest(8 - a.scale, 0))) as dust
  from uncounted u join assets a on a.id = u.quote_asset_id
  union all
  select a.id, -(u.commission % power(10::numeric, greatest(8 - a.scale, 0)))
  from uncounted u join assets a
    on a.id = case u.side when 'BUY' then u.base_asset_id else u.quote_asset_id end
)
insert into venue_dust_steps (asset_id, dust)
select asset_id, sum(dust) from parts group by asset_id having sum(dust) <> 0;

alter table orders drop column settled_dust;
