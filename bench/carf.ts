/** The yearly report about every user: the time in which its figures are drawn. */
import { pino } from 'pino'
import { drawSlice } from '../src/backoffice/carf/carf-reports.sql.ts'
import { carfLimits } from '../src/backoffice/carf/draw-carf-report.ts'
import { connectDatabase } from '../src/core/database/database.ts'
import { figure, line, type Target } from './stage/figures.ts'
import type { Stage } from './stage/stage.ts'

const year = new Date().getUTCFullYear() - 1
const fillsOfUser = 24
const transfersOfUser = 4
const million = 1_000_000
const mostSeconds = 600

const at = (n: string, each: number): string =>
  `timestamptz '${year}-01-02' + ${n} * interval '${Math.floor(360 / each)} days'`

/** Users with a trade every half month, a fourth of them with swaps, and a transfer a quarter. */
async function seed({ sql }: Stage, users: number): Promise<void> {
  await sql.query(
    `insert into users (email, password_hash, email_verified_at, identity_status)
     select 'carf-' || n || '@bench.test', 'none', now(), 'success'
     from generate_series(1, $1::int) n`,
    [users],
  )
  const owners = `(select id from users where email like 'carf-%') u`
  await sql.query(
    `insert into rupiah_rates (asset_id, hour, rate)
     select a.id, h, 1000000 from assets a, generate_series(timestamptz '${year}-01-01',
       timestamptz '${year + 1}-01-02', interval '1 hour') h where a.kind = 'COIN'`,
  )
  await sql.query(
    `with placed as (
       insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
         status, absent_after, ended_at)
       select 'CARF-' || u.id, u.id, p.id, 'SELL', 'LIMIT', 1000000, 1, 0, 1, 'DONE', now(), now()
       from ${owners} join pairs p
         on p.tx_pair = case when u.id % 4 = 0 then 'BTC_USDT' else 'BTC_IDR' end
       returning id, user_id, pair_id)
     insert into fills (pair_id, trade_id, side, order_id, user_id, price, volume, quote_exact,
       commission, amount, fee, tax, vat_idr, traded_at)
     select pair_id, (id * 100 + n)::text, 'SELL', id, user_id, 1, 1000, 0, 0, 160000, 160, 336, 15,
       ${at('n', fillsOfUser)}
     from placed cross join generate_series(1, ${fillsOfUser}) n`,
  )
  await sql.query(
    `insert into trade_taxes (user_id, trade_key, kind, order_no, pair_id, side, amount, value,
       rate_ppm, rule, tax_asset_id, tax, value_idr, tax_idr, valued_by, valued_at, traded_at)
     select f.user_id, concat(p.tx_pair, ':', f.trade_id, ':', f.side), 'PPH', f.order_id,
       f.pair_id, f.side, f.volume, f.amount, 2100, 'PMK 50/2025', p.quote_asset_id, f.tax, 160000,
       336, 'trade', f.traded_at, f.traded_at
     from fills f join pairs p on p.id = f.pair_id where p.tx_pair in ('BTC_USDT', 'BTC_IDR')`,
  )
  await seedMoves(sql, owners)
  await sql.query('vacuum analyze')
}

async function seedMoves(sql: Stage['sql'], owners: string): Promise<void> {
  // Of each trade the ledger has a hold, its payment and its proceeds; of transfers one move.
  await sql.query(
    `with fact as (
       insert into postings (key, action, at)
       select concat('carf:', u.id, ':', n), case when n <= ${transfersOfUser}
           then case n % 2 when 0 then 'WITHDRAWAL' else 'DEPOSIT' end else 'TRADE' end,
         ${at('n', fillsOfUser + transfersOfUser)}
       from ${owners} cross join generate_series(1, ${fillsOfUser + transfersOfUser}) n
       returning id, key, action)
     insert into moves (posting_id, line, asset_id, from_kind, from_user, from_after, to_kind,
       to_user, to_after, units, tx)
     select f.id, l, 3,
       case when is_in then case action when 'TRADE' then 4 else 3 end else 1 end,
       case when not is_in then owner end, case when not is_in then 1 end,
       case when is_in then 1 else case action when 'TRADE' then 4 else 3 end end,
       case when is_in then owner end, case when is_in then 1 end, 1000, 1
     from fact f cross join lateral (select split_part(key, ':', 2)::bigint as owner) k
     cross join generate_series(0, 2) l
     cross join lateral (select case action when 'WITHDRAWAL' then false when 'DEPOSIT' then true
       else l = 1 end as is_in) s
     where action = 'TRADE' or l = 0`,
  )
}

/** Draws the figures of the users step by step, as the leader does. */
export async function carf(stage: Stage, users: number): Promise<readonly Target[]> {
  const transactions = users * (fillsOfUser + transfersOfUser)
  line(`The yearly report about ${users} users with ${transactions} trades and transfers`)
  await seed(stage, users)
  const { rows } = await stage.sql.query<{ id: number }>(
    `with operator as (
       insert into operators (email, role, password_initial, confirmed_at)
       values ('carf@bench.test', 'finance', false, now()) returning id)
     insert into carf_reports (year, is_correction, requested_by)
     select ${year}, false, id from operator returning id::int`,
  )
  const id = rows[0]?.id ?? 0
  const log = pino({ level: 'error' })
  const db = connectDatabase({ url: stage.databaseUrl, log, connections: 1, statementMs: 600_000 })
  const started = performance.now()
  while (await db.inTransaction((tx) => drawSlice(tx, id, carfLimits.users))) {}
  const seconds = (performance.now() - started) / 1_000
  await db.close()
  figure('seconds', seconds.toFixed(1))
  return [
    {
      name: 'seconds for the figures of a million users',
      value: ((seconds * million) / users).toFixed(0),
      wanted: `at most ${mostSeconds}`,
    },
  ]
}
