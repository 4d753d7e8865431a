-- Answers to inquiries, and indexes of the operators' lists and reports.

alter table inquiries
  add column state text not null default 'open' check (state in ('open', 'closed')),
  add column closed_by bigint references operators,
  add column closed_at timestamptz,
  add constraint inquiries_closed check (
    (state = 'closed') = (closed_at is not null) and (closed_by is null) = (closed_at is null));

create index inquiries_by_state on inquiries (state, id);

-- Answers, mailed to the sender. Only src/app/messaging writes this table.
create table inquiry_answers (
  id bigint generated always as identity primary key,
  inquiry_id bigint not null references inquiries,
  operator_id bigint not null references operators,
  -- The language of the mail's other sentences.
  lang text not null check (lang in ('id', 'en')),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now()
);

create index inquiry_answers_of_inquiry on inquiry_answers (inquiry_id, id);

create index operator_audit_by_time on operator_audit (at, id);

-- Rows are appended nearly in the order of their times, so a block range index finds those of a day.
create index trade_taxes_by_time on trade_taxes using brin (traded_at)
  with (pages_per_range = 16, autosummarize = on);
