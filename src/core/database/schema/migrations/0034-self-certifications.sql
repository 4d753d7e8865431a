-- What users state about their tax residence (PMK 108/2025, CARF). A new statement ends the one
-- before; none is deleted while its account lives. Only src/core/users writes these tables.
create table self_certifications (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  -- Where the user is tax resident, as ISO 3166 codes. Names, addresses and numbers are sealed.
  countries text[] not null check (cardinality(countries) between 1 and 5),
  sealed text not null,
  -- The keyed digest of the number of the card that the statement was compared with.
  card_number bytea not null check (octet_length(card_number) = 32),
  -- Whether the user explained a residence that the card does not suggest.
  explained boolean not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create unique index self_certifications_valid on self_certifications (user_id)
  where ended_at is null;
create index self_certifications_of_user on self_certifications (user_id, id);

-- How far the users without a certification were reminded: one row for each reminder of a date.
create table certification_reminders (
  due date not null,
  -- How many days before that date it is sent.
  days smallint not null check (days >= 0),
  last_user bigint not null default 0,
  primary key (due, days)
);

-- Days in Jakarta, such as 2027-01-01; `none` if there is none.
alter table settings
  drop constraint settings_kind_check,
  add constraint settings_kind_check check (kind in
    ('text', 'rupiah', 'ppm', 'flag', 'hours', 'seconds', 'count', 'url', 'email', 'countries',
     'version', 'hosts', 'collector', 'valuation', 'day'));

insert into settings (key, value, kind) values ('tax.certification_from', 'none', 'day');
