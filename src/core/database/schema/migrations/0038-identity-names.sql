-- Finds users by the name on their identity card, which is sealed: keyed digests of its words, each
-- of which is recognised and reveals nothing. They are deleted with the registration.
alter table identity_histories add column name_words text[] not null default '{}';

create index identity_histories_named on identity_histories using gin (name_words)
  where service = 'REGISTRATION' and status = 'SUCCESS';
