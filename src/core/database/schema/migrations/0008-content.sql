-- What apps show besides money, in Indonesian and English. Only src/app/content writes it.

create table news_categories (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  name_id text not null check (length(name_id) between 1 and 100),
  name_en text not null check (length(name_en) between 1 and 100),
  -- Lists are sorted by it, ascending.
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Bodies are HTML, sanitised when they were written.
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
  -- An item is not shown before this time.
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

-- The choices of forms; apps show the label and send the value.
create table dictionaries (
  id bigint generated always as identity primary key,
  type text not null check (type in ('language', 'currency', 'occupation', 'source_of_funds',
    'purpose', 'gender', 'marital_status', 'religion')),
  value text not null check (length(value) between 1 and 100),
  label_id text not null check (length(label_id) between 1 and 200),
  label_en text not null check (length(label_en) between 1 and 200),
  -- Chinese entries are listed after the others, in any sort order.
  is_chinese boolean not null default false,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (type, value)
);

-- The pairs that users watch. Only src/app/watchlist writes this table.
create table watchlist (
  user_id bigint not null references users,
  pair_id smallint not null references pairs,
  created_at timestamptz not null default now(),
  primary key (user_id, pair_id)
);
