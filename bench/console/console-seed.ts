/** Rows for the lists of operators, spread over a year. The first user has each hundredth row. */
import { figure, rounded } from '../stage/figures.ts'
import { balanceSeeded, type Stage } from '../stage/stage.ts'

export type ConsoleCounts = Readonly<{ users: number; moves: number; withdrawals: number }>

const slicePostings = 500_000

/** Deposits, orders and withdrawals; separate fees, taxes and adjustments are rare. */
const action = `case when n % 100000 = 5 then (array['FEE', 'TAX', 'ADJUSTMENT'])[1 + n % 3]
  else (array['DEPOSIT', 'HOLD', 'TRADE', 'TRADE', 'RELEASE', 'WITHDRAWAL'])[1 + n % 6] end`

/** The owner and the time of row `n` of `of`. */
const owner = (users: number, n = 'n') =>
  `case when ${n} % 100 = 0 then 1 else 1 + (${n}::bigint * 7919) % ${users} end`
const time = (of: number) => `now() - interval '365 days' * (1 - n::float8 / ${of})`

export async function seedConsole(stage: Stage, counts: ConsoleCounts): Promise<void> {
  const { sql } = stage
  const begun = performance.now()
  await sql.query(
    `insert into users (email, password_hash, email_verified_at, identity_status, created_at,
                        suspended_at)
     select 'user-' || n || '@tukar.test', 'none', now(),
            (array['none', 'success', 'success', 'pending'])[1 + n % 4], ${time(counts.users)},
            case when n % 10000 = 0 then now() end
     from generate_series(1, $1::int) n`,
    [counts.users],
  )
  for (let done = 0; done < counts.moves / 2; done += slicePostings) {
    await seedPostings(stage, counts, done)
  }
  for (const [count, text] of statements(counts)) await sql.query(text, [count])
  for (const text of countedMoves) await sql.query(text)
  await sql.query('vacuum analyze')
  figure('seeded in', `${rounded((performance.now() - begun) / 1_000)} s`)
}

/** Postings of two moves each, from payx and partly on to custody, so that the ledger balances. */
async function seedPostings({ sql }: Stage, counts: ConsoleCounts, from: number): Promise<void> {
  const count = Math.min(slicePostings, Math.round(counts.moves / 2) - from)
  await sql.query('begin')
  await sql.query(
    `with fact as (
       insert into postings (key, action, at)
       select 'console:' || n, ${action}, ${time(counts.moves / 2)}
       from generate_series($1::int + 1, $1::int + $2::int) n returning id
     ), owned as (select id, ${owner(counts.users, 'id')} as owner from fact),
     spread as (
       select id, owner, row_number() over (partition by owner order by id) as n from owned
     )
     insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after,
                        to_kind, to_user, to_after, units, tx)
     select id, line, 1, 5 - 4 * line,
            case line when 1 then owner end, case line when 1 then coalesce(available, 0) + n end,
            1 + 7 * line, case line when 0 then owner end,
            case line when 0 then coalesce(available, 0) + n + 1 end,
            2 - line, pg_current_xact_id()::text::bigint
     from spread cross join generate_series(0, 1) as line
     left join balances b on b.user_id = owner and b.asset_id = 1`,
    [from, count],
  )
  await balanceSeeded(sql)
  await sql.query('commit')
}

/** The other tables: the number of rows, and the statement that inserts them. */
function statements({ users, moves, withdrawals }: ConsoleCounts): readonly [number, string][] {
  const user = owner(users)
  const orders = Math.round(moves / 20)
  const messages = Math.round(moves / 10)
  const rare = Math.round(withdrawals / 20)
  return [
    [withdrawals, withdrawalRows(user, time(withdrawals))],
    [3 * withdrawals, cashDepositRows(user, time(3 * withdrawals))],
    [withdrawals, coinDepositRows(user, time(withdrawals))],
    [orders, orderRows(user, time(orders))],
    [
      orders,
      `insert into fills (pair_id, trade_id, side, order_id, user_id, price, volume, quote_exact,
                          commission, amount, fee, tax, vat_idr, traded_at)
       select o.pair_id, o.id, o.side, o.id, o.user_id, 16000000, 1000, 160000, 1, 999, 1, 1,
              0, o.created_at
       from orders o where o.id <= $1::int`,
    ],
    [messages, inboxRows(time(messages))],
    [
      messages,
      `insert into operator_alerts (severity, kind, dedupe_key, subject, data, created_at)
       select case when n % 5000 = 0 then 'critical' when n % 500 = 0 then 'warning'
                   else 'info' end,
              case when n % 500 = 0 then 'break' else 'deposit-completed' end, 'bench:' || n,
              'A deposit', jsonb_build_object('userId', (${user})::text), ${time(messages)}
       from generate_series(1, $1::int) n`,
    ],
    [
      messages,
      `insert into user_messages (user_id, kind, dedupe_key, title, body, data, created_at)
       select ${user}, 'deposit', 'bench:' || n, 'A deposit', 'It came', '{}', ${time(messages)}
       from generate_series(1, $1::int) n`,
    ],
    [
      3 * withdrawals,
      `insert into operator_audit
         (operator_id, action, subject_kind, subject_id, ip, request_id, at)
       select (select min(id) from operators), case when n % 100 = 0 then 'user.suspend'
              else 'user.look' end, 'user', (${user})::text, '::1', 'bench',
              ${time(3 * withdrawals)}
       from generate_series(1, $1::int) n`,
    ],
    [rare, rareRows.suspense],
    [rare, rareRows.breaks],
    [rare, rareRows.inquiries],
    [rare, rareRows.holds],
    [rare, rareRows.phones],
    [rare, rareRows.unmatched],
  ]
}

const withdrawalRows = (user: string, at: string) =>
  `insert into withdrawals
     (request_id, user_id, kind, asset_id, amount, fee, held, sent, network, address, channel_code,
      account_number, worth_idr, status, approvals_needed, incident, created_at, updated_at,
      ended_at)
   select 'wd-bench-' || lpad(n::text, 10, '0'), ${user}, kind,
          case kind when 'COIN' then 3 else 1 end,
          1000, 100, case kind when 'COIN' then 1000 else 1100 end,
          case kind when 'COIN' then 900 else 1000 end,
          case kind when 'COIN' then 'BTC' end,
          case kind when 'COIN' then 'address-' || n % 5000 end,
          case kind when 'CASH' then 'ID_BCA' end,
          case kind when 'CASH' then (1000000 + n % 5000)::text end, 160000, status,
          case status when 'PENDING_APPROVAL' then 1 else 0 end,
          case when n % 5000 = 0 then 'stuck' end, ${at}, ${at},
          case when status in ('SUCCESS', 'REJECTED') then ${at} end
   from generate_series(1, $1::int) n,
        lateral (select case n % 2 when 0 then 'COIN' else 'CASH' end as kind,
                        case when n % 500 = 3 then 'PENDING_APPROVAL'
                             when n % 500 = 5 then 'PROCESSING'
                             when n % 50 = 7 then 'REJECTED' else 'SUCCESS' end as status) as s`

const cashDepositRows = (user: string, at: string) =>
  `insert into cash_deposits
     (user_id, provider, provider_ref, method, status, amount, fee, created_at, updated_at,
      completed_at)
   select ${user}, provider, 'bench-' || n, case provider when 'manual' then 'MANUAL' else 'VA' end,
          case when n % 1000 = 10 then 'PENDING' else 'COMPLETED' end, 100000, 0,
          ${at}, ${at}, ${at}
   from generate_series(1, $1::int) n,
        lateral (select case n % 10 when 0 then 'manual' else 'payx' end as provider) as s`

const coinDepositRows = (user: string, at: string) =>
  `insert into coin_deposits
     (user_id, asset_id, network, custody_id, tx_hash, address, amount, status, custody_status,
      created_at, completed_at)
   select ${user}, 3, 'BTC', 'bench-' || n, 'tx' || n, 'address', n, 'COMPLETED', 'COMPLETED',
          ${at}, ${at}
   from generate_series(1, $1::int) n`

const orderRows = (user: string, at: string) =>
  `insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held, status,
                       executed_volume, incident, absent_after, created_at, updated_at, ended_at)
   select 'bench-' || n, ${user}, 1 + n % 2, case n % 2 when 0 then 'BUY' else 'SELL' end, 'LIMIT',
          1000, 16000000, 1000, 160000, case when n % 500 = 1 then 'CREATE' else 'DONE' end,
          case when n % 500 = 1 then 0 else 1000 end, case when n % 20000 = 1 then 'unknown' end,
          ${at}, ${at}, ${at}, case when n % 500 <> 1 then ${at} end
   from generate_series(1, $1::int) n`

const inboxRows = (at: string) =>
  `insert into inbox (source, event_key, state, outcome, body, error, attempts, received_at,
                      applied_at)
   select case n % 3 when 0 then 'custody.transaction' else 'payx.deposit-paid' end, 'bench-' || n,
          state, case state when 'done' then 'applied' end, '{"amount": 1000}',
          case state when 'parked' then 'no such account' end, 1, ${at},
          case state when 'done' then ${at} end
   from generate_series(1, $1::int) n,
        lateral (select case when n % 10000 = 0 then 'parked' else 'done' end as state) as s`

/** The jobs count and audit new moves every few seconds; those of the seed are not new. */
const countedMoves = [
  `insert into house_balances (kind, asset_id, units)
   select kind, asset_id, sum(units) from (
     select to_kind as kind, asset_id, units from moves where to_kind > 2
     union all select from_kind, asset_id, -units from moves where from_kind > 2) as sides
   group by kind, asset_id`,
  `update house_horizon set tx = pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
  `insert into audits (scope, upto_tx, breaches, took_ms)
   select scope, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, '[]', 0
   from unnest(array['full', 'recent']) as scope`,
] as const

const rareRows = {
  suspense: `insert into suspense_items
               (source, reference, asset_id, units, reason, data, state, decided_by, decided_at)
             select 'payx', 'bench-' || n, 1, 1000, 'unknown-account', '{}',
                    case when n % 20 = 0 then 'open' else 'returned' end,
                    case when n % 20 <> 0 then (select min(id) from operators) end,
                    case when n % 20 <> 0 then now() end
             from generate_series(1, $1::int) n`,
  breaks: `insert into breaks (provider, kind, subject, asset, theirs, ours, resolved_at)
           select 'custody', 'transfer', 'bench-' || n, 'BTC', '1', '2',
                  case when n % 100 <> 0 then now() end
           from generate_series(1, $1::int) n`,
  inquiries: `insert into inquiries (subject, first_name, last_name, email, phone, message)
              select 'A deposit', 'Siti', 'Contoh', 'a@tukar.test', '0812000', 'Where is it?'
              from generate_series(1, $1::int) n`,
  holds: `with held as (
            insert into holds
              (user_id, asset_id, initial, released, owner_kind, owner_id, closed_at)
            select user_id, 1, 1, case when user_id % 4 = 0 then 0 else 1 end, 'order',
                   'bench-' || user_id, case when user_id % 4 <> 0 then now() end
            from balances where asset_id = 1 and available > 0 order by user_id limit $1::int
            returning user_id, closed_at
          ), open as (select user_id from held where closed_at is null),
          fact as (
            insert into postings (key, action) select 'hold:' || user_id, 'HOLD' from open
            returning id, split_part(key, ':', 2)::bigint as user_id
          ), moved as (
            insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after,
                               to_kind, to_user, to_after, units, tx)
            select f.id, 0, 1, 1, f.user_id, b.available - 1, 2, f.user_id, 1, 1,
                   pg_current_xact_id()::text::bigint
            from fact f join balances b on b.user_id = f.user_id and b.asset_id = 1
          )
          update balances b set available = available - 1, locked = 1
          from open where b.user_id = open.user_id and b.asset_id = 1`,
  phones: `insert into phone_blacklist (phone, reason)
           select '+62812' || lpad(n::text, 8, '0'), 'taken' from generate_series(1, $1::int) n`,
  unmatched: `insert into unmatched_trades (pair_id, trade_id, venue_order_id, side, volume,
                                            quote_exact, commission, traded_at)
              select 1, n, n, 'BUY', 1000, 160000, 1, now() from generate_series(1, $1::int) n`,
} as const
