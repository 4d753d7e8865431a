-- When the first of an authenticator's changes was made whose cool-offs follow without a gap.
-- Null: the last change.
alter table users add column twofa_cooling_from timestamptz;
