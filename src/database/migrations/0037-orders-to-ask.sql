-- Whether somebody wants the venue asked about an order, besides its own time for that: an answer
-- that was under way then does not count as the one that is wanted.
alter table orders add column ask_wanted boolean not null default false;
