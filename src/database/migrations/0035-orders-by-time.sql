-- Orders are listed by time and searched by it: one index does both for those who have many.
drop index orders_of_user;
create index orders_of_user on orders (user_id, created_at desc, id desc);
