-- What a session alone adds counts only after a day, in which a mailed link takes it back.

-- Until when a bound authenticator is provisional. Null: it counts.
alter table users add column twofa_provisional_until timestamptz;

-- From when a key with the right to withdraw may use it. Null: since it was issued.
alter table api_keys add column withdraws_from timestamptz;
