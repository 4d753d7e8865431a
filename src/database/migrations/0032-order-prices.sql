-- A limit order is measured against a market price of this moment, not of the last minutes.
insert into settings (key, value, kind, is_public) values
  ('order.price_max_age_seconds', '5', 'seconds', false);
