-- Changes of subscriptions with personal data, until a second operator agrees.

alter table event_subscriptions
  -- The name, address, kinds and user that an operator proposes.
  add column change jsonb,
  add column changed_at timestamptz,
  add check ((change is null) = (changed_at is null)),
  add check (change is null or state in ('active', 'paused'));

-- Operators agree to the same change: the digest of it.
alter table agreements drop constraint agreements_stated;
alter table agreements add constraint agreements_stated check (statement ~ case kind
  when 'resolution' then '^(completed|failed)$'
  when 'claim' then '^[1-9][0-9]*$'
  when 'suspense' then '^([1-9][0-9]*|returned)$'
  when 'break' then '^-?[1-9][0-9]*$'
  when 'event' then '^((VA|QRIS|ORDER) .* [1-9][0-9]*|SUSPENSE .+|NOTHING)$'
  when 'subscription' then '^(approved|[0-9a-f]{64})$'
  else '^approved$' end);
