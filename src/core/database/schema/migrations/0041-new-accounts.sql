-- How long an account is new: a large withdrawal of it needs two operators.
insert into settings (key, value, kind) values ('withdrawal.new_account_hours', '168', 'hours');
