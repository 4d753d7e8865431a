-- A key that can move money stops when the password is reset, since the mailbox may be in the wrong
-- hands, until its owner edits it, which gives it another pair.
alter table api_keys add column suspended_at timestamptz;
