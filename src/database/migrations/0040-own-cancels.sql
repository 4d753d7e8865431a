-- Whether its user asked for the end of an order: of one that others end, the user is told.
alter table orders add column own_cancel boolean not null default false;

update orders set own_cancel = true where cancel_requested_at is not null and status = 'CREATE';
