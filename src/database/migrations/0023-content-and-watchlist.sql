-- What apps show besides money, in Indonesian and English. Only src/features/content writes these.
create table news_categories (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  name_id text not null check (length(name_id) between 1 and 100),
  name_en text not null check (length(name_en) between 1 and 100),
  -- Where it stands among the others; smaller first.
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Bodies are HTML that was made safe when it was written.
create table news (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  category_id bigint not null references news_categories,
  title_id text not null check (length(title_id) between 1 and 200),
  title_en text not null check (length(title_en) between 1 and 200),
  summary_id text not null check (length(summary_id) <= 500),
  summary_en text not null check (length(summary_en) <= 500),
  body_id text not null,
  body_en text not null,
  image text check (length(image) between 1 and 2000),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'PUBLISHED')),
  -- One that lies ahead keeps the item from being shown until then.
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (status = 'DRAFT' or published_at is not null)
);

create index news_by_time on news (published_at desc, id desc) where status = 'PUBLISHED';
create index news_of_category on news (category_id);

create table news_tags (
  news_id bigint not null references news on delete cascade,
  tag text not null check (tag ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(tag) <= 50),
  primary key (news_id, tag)
);

create index news_by_tag on news_tags (tag);

create table banners (
  id bigint generated always as identity primary key,
  title_id text not null check (length(title_id) between 1 and 200),
  title_en text not null check (length(title_en) between 1 and 200),
  image text not null check (length(image) between 1 and 2000),
  link text check (length(link) between 1 and 2000),
  status text not null default 'INACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What forms offer to choose from; apps send the value back and show the label.
create table dictionaries (
  id bigint generated always as identity primary key,
  type text not null check (type in ('language', 'currency', 'occupation', 'source_of_funds',
    'purpose', 'gender', 'marital_status', 'religion')),
  value text not null check (length(value) between 1 and 100),
  label_id text not null check (length(label_id) between 1 and 200),
  label_en text not null check (length(label_en) between 1 and 200),
  -- Entries that are Chinese come after those that aren't, whatever the order asked for.
  is_chinese boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (type, value)
);

insert into dictionaries (type, value, label_id, label_en, position) values
  ('language', 'id', 'Bahasa Indonesia', 'Indonesian', 1),
  ('language', 'en', 'Bahasa Inggris', 'English', 2),
  ('currency', 'IDR', 'Rupiah Indonesia', 'Indonesian rupiah', 1),
  ('currency', 'USD', 'Dolar Amerika Serikat', 'US dollar', 2),
  ('occupation', 'private_employee', 'Karyawan swasta', 'Private-sector employee', 1),
  ('occupation', 'civil_servant', 'Pegawai negeri sipil', 'Civil servant', 2),
  ('occupation', 'state_enterprise_employee', 'Karyawan BUMN atau BUMD',
    'Employee of a state-owned enterprise', 3),
  ('occupation', 'military_or_police', 'TNI atau Polri', 'Military or police', 4),
  ('occupation', 'entrepreneur', 'Wiraswasta', 'Entrepreneur', 5),
  ('occupation', 'trader', 'Pedagang', 'Merchant', 6),
  ('occupation', 'professional', 'Tenaga profesional', 'Professional', 7),
  ('occupation', 'freelancer', 'Pekerja lepas', 'Freelancer', 8),
  ('occupation', 'teacher_or_lecturer', 'Guru atau dosen', 'Teacher or lecturer', 9),
  ('occupation', 'health_worker', 'Tenaga kesehatan', 'Health worker', 10),
  ('occupation', 'farmer', 'Petani atau peternak', 'Farmer', 11),
  ('occupation', 'fisher', 'Nelayan', 'Fisher', 12),
  ('occupation', 'labourer', 'Buruh', 'Labourer', 13),
  ('occupation', 'driver', 'Pengemudi', 'Driver', 14),
  ('occupation', 'student', 'Pelajar atau mahasiswa', 'Student', 15),
  ('occupation', 'homemaker', 'Mengurus rumah tangga', 'Homemaker', 16),
  ('occupation', 'retired', 'Pensiunan', 'Retired', 17),
  ('occupation', 'unemployed', 'Belum atau tidak bekerja', 'Not working', 18),
  ('occupation', 'other', 'Lainnya', 'Other', 99),
  ('source_of_funds', 'salary', 'Gaji', 'Salary', 1),
  ('source_of_funds', 'business', 'Hasil usaha', 'Business income', 2),
  ('source_of_funds', 'investment', 'Hasil investasi', 'Investment returns', 3),
  ('source_of_funds', 'savings', 'Tabungan', 'Savings', 4),
  ('source_of_funds', 'family', 'Orang tua atau pasangan', 'Parents or spouse', 5),
  ('source_of_funds', 'inheritance', 'Warisan', 'Inheritance', 6),
  ('source_of_funds', 'gift', 'Hibah atau hadiah', 'Gift or prize', 7),
  ('source_of_funds', 'sale_of_assets', 'Penjualan aset', 'Sale of assets', 8),
  ('source_of_funds', 'pension', 'Dana pensiun', 'Pension', 9),
  ('source_of_funds', 'loan', 'Pinjaman', 'Loan', 10),
  ('source_of_funds', 'other', 'Lainnya', 'Other', 99),
  ('purpose', 'investment', 'Investasi', 'Investment', 1),
  ('purpose', 'trading', 'Jual beli jangka pendek', 'Short-term trading', 2),
  ('purpose', 'savings', 'Simpanan', 'Savings', 3),
  ('purpose', 'hedging', 'Lindung nilai', 'Hedging', 4),
  ('purpose', 'education', 'Pendidikan', 'Education', 5),
  ('purpose', 'retirement', 'Dana pensiun', 'Retirement', 6),
  ('purpose', 'business', 'Keperluan usaha', 'Business', 7),
  ('purpose', 'other', 'Lainnya', 'Other', 99),
  ('gender', 'MALE', 'Laki-laki', 'Male', 1),
  ('gender', 'FEMALE', 'Perempuan', 'Female', 2),
  ('marital_status', 'single', 'Belum kawin', 'Single', 1),
  ('marital_status', 'married', 'Kawin', 'Married', 2),
  ('marital_status', 'divorced', 'Cerai hidup', 'Divorced', 3),
  ('marital_status', 'widowed', 'Cerai mati', 'Widowed', 4),
  ('religion', 'islam', 'Islam', 'Islam', 1),
  ('religion', 'protestant', 'Kristen Protestan', 'Protestant', 2),
  ('religion', 'catholic', 'Katolik', 'Catholic', 3),
  ('religion', 'hindu', 'Hindu', 'Hindu', 4),
  ('religion', 'buddhist', 'Buddha', 'Buddhist', 5),
  ('religion', 'confucian', 'Khonghucu', 'Confucian', 6),
  ('religion', 'belief', 'Kepercayaan terhadap Tuhan Yang Maha Esa', 'Indigenous belief', 7);

-- The pairs users keep an eye on. Only src/features/watchlist writes this table.
create table watchlist (
  user_id bigint not null references users,
  pair_id smallint not null references pairs,
  created_at timestamptz not null default now(),
  primary key (user_id, pair_id)
);

-- How many digits for transfers were given out on each Jakarta day. Only src/features/transfers
-- writes this table.
create table deposit_digits (
  day date primary key,
  given integer not null check (given > 0)
);

create index cash_deposits_manual on cash_deposits (created_at) where provider = 'manual';

-- The most digits that the number in front of a manual transfer may have.
insert into settings (key, value, kind) values ('deposit.manual_max_digits', '3', 'count');
