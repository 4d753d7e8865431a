-- A market order goes to the venue as a limit order that is immediate or cancelled: this is its
-- price, in units of the quote asset for one whole unit of the base asset. Market orders that were
-- placed before this migration have none.
alter table orders
  add column worst_price units0 check (worst_price > 0),
  add constraint orders_worst_price_of_market check (type = 'MARKET' or worst_price is null);

-- The best bid at the venue: market sells take their floor from it, as market buys freeze by the ask.
alter table prices add column bid numeric(38, 18) check (bid <> 'NaN' and bid > 0);

insert into settings (key, value, kind, is_public) values
  -- A market sell is executed at no price further below the best bid.
  ('order.market_floor_ppm', '50000', 'ppm', false);
