-- A try counts as wrong once it was compared; a match forgets the ones before it.
alter table pins
  add column wrong_in_a_row integer not null default 0 check (wrong_in_a_row >= 0);

-- Where users have rupiah sent. Numbers are text: zeros in front belong to them.
create table bank_accounts (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  bank_id text not null check (length(bank_id) between 1 and 32),
  bank_name text not null check (length(bank_name) between 1 and 100),
  account text not null check (account ~ '^[0-9]{1,34}$'),
  bank_owner text not null check (length(bank_owner) between 1 and 100),
  address text not null check (length(address) between 1 and 255),
  created_at timestamptz not null default now(),
  -- When the destination was last changed: a new one may have to wait before money goes there.
  changed_at timestamptz not null default now()
);

create index bank_accounts_of_user on bank_accounts (user_id);

-- Whether lowering a lock takes the account's password.
insert into settings (key, value) values ('security.lowering_needs_password', 'false');
