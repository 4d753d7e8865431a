-- The authenticator app's secret of a user, sealed, made before it is bound. A step of thirty
-- seconds buys at most one thing: last_step only grows, also over a new secret.
create table totp_secrets (
  user_id bigint primary key references users,
  sealed_secret text not null,
  last_step bigint not null default 0 check (last_step >= 0)
);

-- What a user gave as the reason for suspending the account, or an operator did.
alter table users
  add column suspension_reason text
  check (suspension_reason is null or length(suspension_reason) between 1 and 500);
