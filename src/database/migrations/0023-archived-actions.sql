-- How many entries of each user's statement are archived, by the action of their postings. Only
-- src/archives writes this table.
create table archived_actions (
  user_id bigint not null references users,
  asset_id smallint not null references assets,
  action text not null,
  entries bigint not null check (entries > 0),
  primary key (user_id, asset_id, action)
);

-- Whether `archived_actions` counts the entries of this archive; false if an earlier release made it.
alter table archives add column by_action boolean not null default false;
