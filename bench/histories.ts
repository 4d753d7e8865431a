/** Histories of one user with a million rows, a page at a time. */
import { signTradersIn, tokenOf } from './balance-list.ts'
import { line, measured, type Target } from './stage/figures.ts'
import { type Stage, startService } from './stage/stage.ts'

const connections = 4

const paths = [
  '/api/users/history/deposit-withdraw',
  '/api/users/history/deposit-withdraw?currencyType=COIN&symbol=BTC&per_page=100&page=50',
  '/api/users/history/deposit-withdraw?startDate=2025-01-01&endDate=2025-12-31&page=500',
  '/api/users/history/tax?year=2025&pair=BTC_IDR&side=SELL&page=20',
  '/api/users/transaction-histories',
] as const

function* requestsFor(path: string, count: number): Generator<Buffer, void> {
  const request = Buffer.from(
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${tokenOf(1)}\r\n\r\n`,
  )
  for (let sent = 0; sent < count; sent += 1) yield request
}

/** A third of the rows each: cash deposits, coin deposits, withdrawals; and as many taxes. */
async function seed({ sql }: Stage, rows: number): Promise<void> {
  const third = Math.round(rows / 3)
  const at = `timestamptz '2024-06-01' + n * interval '60 seconds'`
  await sql.query(
    `insert into cash_deposits
       (user_id, provider, provider_ref, method, status, amount, fee, created_at)
     select 1, 'payx', 'bench-' || n, 'VA', 'COMPLETED', 100 * n, 0, ${at}
     from generate_series(1, $1::int) n`,
    [third],
  )
  await sql.query(
    `insert into coin_deposits
       (user_id, asset_id, network, custody_id, tx_hash, address, amount, status,
        custody_status, created_at, completed_at)
     select 1, 3 + n % 2, case n % 2 when 0 then 'BTC' else 'ETH' end, 'bench-' || n, 'tx' || n,
            'address', n, 'COMPLETED', 'COMPLETED', ${at}, ${at}
     from generate_series(1, $1::int) n`,
    [third],
  )
  await sql.query(
    `insert into withdrawals
       (request_id, user_id, kind, asset_id, amount, fee, held, sent, network, address,
        worth_idr, status, created_at, ended_at)
     select 'wd-bench-' || lpad(n::text, 10, '0'), 1, 'COIN', 3, 1000, 100, 1000, 900, 'BTC',
            'address', 1, 'SUCCESS', ${at}, ${at}
     from generate_series(1, $1::int) n`,
    [third],
  )
  await sql.query(
    `insert into trade_taxes
       (user_id, trade_key, kind, order_no, pair_id, side, amount, value, rate_ppm, rule,
        tax_asset_id, tax, value_idr, tax_idr, valued_by, valued_at, traded_at)
     select 1, 'bench-' || n, 'PPH', 'order-' || n, 1 + n % 2, 'SELL', 1000, 100000, 2100,
            'PMK 50/2025', 1, 210, 100000, 210, 'trade', ${at}, ${at}
     from generate_series(1, $1::int) n`,
    [rows],
  )
  await sql.query('vacuum analyze')
}

/** As many deposits through payx, posted so that the ledger stays in balance. */
async function seedMoves({ sql }: Stage, rows: number): Promise<void> {
  await sql.query(
    `with fact as (
       insert into postings (key, action)
       select 'history:' || n, 'DEPOSIT' from generate_series(1, $1::int) n returning id
     )
     insert into moves (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after,
                        units, tx)
     select id, 0, 1, 5, 1, 1, row_number() over (order by id), 1,
            pg_current_xact_id()::text::bigint from fact`,
    [rows],
  )
  await sql.query(
    `insert into balances (user_id, asset_id, available) values (1, 1, $1)
     on conflict (user_id, asset_id) do update
     set available = balances.available + excluded.available`,
    [rows],
  )
}

const mostMs = 200

export async function histories(
  stage: Stage,
  rows: number,
  count: number,
): Promise<readonly Target[]> {
  line(`Histories of one user with ${rows} rows, over ${connections} connections`)
  await signTradersIn(stage)
  await seedMoves(stage, rows)
  await seed(stage, rows)
  const service = await startService(stage)
  const targets: Target[] = []
  for (const path of paths) {
    const options = { port: service.port, connections }
    await measured(`warming up ${path}`, { ...options, requests: requestsFor(path, 10) })
    const load = await measured(path, { ...options, requests: requestsFor(path, count) })
    targets.push({
      name: `p99 of ${path}`,
      value: `${load.p99Ms.toFixed(1)} ms`,
      wanted: `less than ${mostMs} ms`,
    })
  }
  await service.stop()
  return targets
}
