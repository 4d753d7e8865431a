-- How many orders one user may place: the venue counts those of all users together.
insert into settings (key, value, kind, is_public) values
  ('order.per_ten_seconds', '10', 'count', false),
  ('order.per_day', '2000', 'count', false);

-- Which order of its user this is, in its day of Jakarta. Orders of before count as none.
alter table orders add column day_count integer default 0 not null check (day_count >= 0);
