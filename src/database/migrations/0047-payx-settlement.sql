-- payx pays out what its customers were paid some time later: until then its balance lacks it.
insert into settings (key, value, kind, is_public) values
  ('payx.settlement_hours', '0', 'hours', false);

create index cash_deposits_recent on cash_deposits using brin (created_at);
