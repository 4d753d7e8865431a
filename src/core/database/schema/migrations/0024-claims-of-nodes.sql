-- The node that runs the request, by the name that it shows while it lives. Null: a node of the
-- release before.
alter table idempotency_keys add column node text check (length(node) between 1 and 100);
