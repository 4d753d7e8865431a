-- Two operators end what keeps an order in doubt: what they state has the trades or the volume.
alter table agreements drop constraint agreements_kind_check;
alter table agreements add constraint agreements_kind_check
  check (kind in ('withdrawal', 'resolution', 'claim', 'suspense', 'break', 'proposal',
    'event', 'restoration', 'recovery', 'carf-report', 'subscription', 'order'));
alter table agreements drop constraint agreements_stated;
alter table agreements add constraint agreements_stated check (statement ~ case kind
  when 'resolution' then '^(completed|failed)$'
  when 'claim' then '^[1-9][0-9]*$'
  when 'suspense' then '^([1-9][0-9]*|returned)$'
  when 'break' then '^-?[1-9][0-9]*$'
  when 'event' then '^((VA|QRIS|ORDER) .* [1-9][0-9]*|SUSPENSE .+|NOTHING)$'
  when 'subscription' then '^(approved|[0-9a-f]{64})$'
  when 'order' then '^(stands|ended) .+$'
  else '^approved$' end);
