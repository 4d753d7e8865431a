-- What changed of a user's lately is found by user and time, so that it can be told as it happens.
create index cash_deposits_changed on cash_deposits (user_id, updated_at)
  where user_id is not null;
create index coin_deposits_changed on coin_deposits (user_id, updated_at)
  where user_id is not null;
create index withdrawals_changed on withdrawals (user_id, updated_at);
create index user_messages_changed on user_messages (user_id, coalesce(read_at, created_at))
  where deleted_at is null;

-- An order that is filled in parts stays where it is in every index; it enters this one at its end.
create index orders_ended_of_user on orders (user_id, ended_at) where ended_at is not null;
