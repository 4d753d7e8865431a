-- What one whole unit of each asset is worth in rupiah, once an hour, kept for ever: transfers and
-- swaps of a year are valued by it. Only src/core/reference writes this table.
create table rupiah_rates (
  asset_id smallint not null references assets,
  -- The beginning of the hour.
  hour timestamptz not null,
  -- In units of rupiah for one whole unit of the asset.
  rate numeric(38, 18) not null check (rate > 0),
  primary key (asset_id, hour)
);

-- The yearly reports of PMK 108/2025 (CARF). Only src/backoffice/carf writes the following tables.
create table carf_reports (
  id bigint generated always as identity primary key,
  year smallint not null check (year between 2020 and 2100),
  -- A correction has only the records that differ from those of the reports released before.
  is_correction boolean not null,
  state text not null default 'drawing'
    check (state in ('drawing', 'drawn', 'proposed', 'released', 'discarded')),
  requested_by bigint not null references operators,
  requested_at timestamptz not null default now(),
  -- The users up to this id are drawn.
  upto_user bigint not null default 0,
  drawn_at timestamptz,
  -- Transactions without a rupiah value, and users with figures whose identity is not known.
  unvalued bigint not null default 0,
  unidentified bigint not null default 0,
  -- Whether the files fit the schema; `unchecked` if there is no schema or no xmllint.
  checked text check (checked in ('valid', 'invalid', 'unchecked')),
  problems text,
  released_at timestamptz,
  check ((state = 'released') = (released_at is not null))
);

-- One report of a year at a time.
create unique index carf_reports_open on carf_reports (year)
  where state in ('drawing', 'drawn', 'proposed');

create table carf_records (
  report_id bigint not null references carf_reports,
  user_id bigint not null references users,
  kind text not null check (kind in ('new', 'correction', 'deletion')),
  -- The report whose record this one corrects or deletes.
  corrects bigint references carf_reports,
  -- Null: the user never certified; the identity card names the person.
  certification_id bigint references self_certifications,
  primary key (report_id, user_id),
  check ((kind = 'new') = (corrects is null))
);

create table carf_figures (
  report_id bigint not null,
  user_id bigint not null,
  asset_id smallint not null references assets,
  category text not null check (category in
    ('fiat-acquired', 'fiat-disposed', 'coin-acquired', 'coin-disposed',
     'transfer-in', 'transfer-out', 'wallet-out')),
  transactions bigint not null check (transactions > 0),
  units units0 not null,
  amount_idr units0 not null,
  primary key (report_id, user_id, asset_id, category),
  foreign key (report_id, user_id) references carf_records
);

alter table agreements drop constraint agreements_kind_check;
alter table agreements add constraint agreements_kind_check
  check (kind in ('withdrawal', 'resolution', 'claim', 'suspense', 'break', 'proposal', 'event',
    'restoration', 'recovery', 'carf-report'));

-- The house, as tax documents name it.
insert into settings (key, value, kind) values
  ('tax.house_name', 'PT Tukar (sample)', 'text'),
  ('tax.house_address', 'Jalan Contoh 1', 'text'),
  ('tax.house_city', 'Jakarta', 'text'),
  ('tax.house_npwp', '0000000000000000', 'text');
