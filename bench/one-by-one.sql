\set trader random(1, 1000)
begin;
insert into inbox_keys (digest) values (gen_random_uuid());
insert into inbox (source, event_key, body, state, outcome, attempts, applied_at)
values ('payx.deposit-paid', 'pgbench-' || nextval('pgbench_payment'),
        repeat('x', 520), 'done', 'credited', 1, now());
insert into cash_deposits
  (user_id, provider, provider_ref, method, status, amount, fee, bank_code, account_number)
values ((:trader)::bigint, 'payx', 'pgbench-' || currval('pgbench_payment'), 'VA', 'COMPLETED',
        10000000, 444000, 'BCA', lpad((:trader)::text, 16, '0'));
select available from balances where user_id = :trader and asset_id = 1 for update;
with fact as (
  insert into postings (key, action)
  values ('deposit by pgbench ' || currval('pgbench_payment'), 'DEPOSIT') returning id
), moved as (
  update balances set available = available + 9556000
  where user_id = :trader and asset_id = 1 returning available
)
insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after,
                   to_kind, to_user, to_after, units, tx)
select id, 0, 1, 5, null::bigint, null::numeric, 1, (:trader)::bigint, available, 9556000,
       pg_current_xact_id()::text::bigint from fact, moved
union all
select id, 1, 1, 5, null, null, 8, null, null, 444000,
       pg_current_xact_id()::text::bigint from fact;
commit;
