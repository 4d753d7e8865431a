-- Whether the password was on a list of leaked ones when it was set, or at the last sign-in since.
alter table users add column password_leaked boolean not null default false;
