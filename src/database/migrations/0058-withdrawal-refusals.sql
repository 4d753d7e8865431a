-- When custody refused to send a withdrawal, and in which words. Nothing is sent after it: once no
-- earlier request can be under way any more, what custody still does not know was never sent.
alter table withdrawals
  add column refused_at timestamptz,
  add column refusal text check (length(refusal) between 1 and 1000),
  add check ((refused_at is null) = (refusal is null));
