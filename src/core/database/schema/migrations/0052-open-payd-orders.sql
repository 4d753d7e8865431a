-- Open orders are looked for each minute, beside inquiries that are deleted, among all that ended.
drop index payd_orders_unpaid;
create index payd_orders_open on payd_orders (kind, created_at) where status = 'OPEN';
