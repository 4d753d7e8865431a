-- Under which key of its user's it was asked for, as a digest with the request: where a crash lost
-- the answer, the same request again finds its order and makes no second one.
alter table orders add column request_key bytea check (octet_length(request_key) = 32);

create unique index orders_request_key on orders (request_key) where request_key is not null;
