/** The textbook implementation of `bench/peers`, with its own database on that server. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { freePort } from '../tests/free-port.ts'
import { administer, databaseUrl } from '../tests/server.ts'
import { accountOf, depositToken, traders } from './callbacks.ts'
import {
  traders as orderTraders,
  type Placed,
  startUnits,
  tokenOf,
  webhookSecret,
} from './orders.ts'
import { startProgram } from './stage/processes.ts'
import type { Running, Stage } from './stage/stage.ts'

export type Peer = Readonly<{
  sql: pg.Client
  start: () => Promise<Running>
  close: () => Promise<void>
}>

/** Its database, with the same traders, balances and sessions; `close` drops it. */
export async function openPeer(
  { databaseUrl: server }: Pick<Stage, 'databaseUrl'>,
  venueUrl: string,
) {
  const name = `by_the_book_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  await sql.query(await readFile(path.join(import.meta.dirname, 'peers/schema.sql'), 'utf8'))
  await seed(sql)
  const start = () => startPeer(url, venueUrl)
  const close = async () => {
    await sql.end()
    await administer(server, `drop database ${name} with (force)`)
  }
  return { sql, start, close }
}

async function startPeer(url: string, venueUrl: string): Promise<Running> {
  const port = await freePort()
  const child = await startProgram(
    path.join(import.meta.dirname, 'peers/main.ts'),
    {
      PORT: String(port),
      DATABASE_URL: url,
      VENUE_URL: venueUrl,
      VENUE_WEBHOOK_SECRET: webhookSecret,
      PAYX_DEPOSIT_TOKEN: depositToken,
      NODE_ENV: 'production',
    },
    `http://127.0.0.1:${port}/health/live`,
  )
  return { ...child, port }
}

/** Inserts the traders of payments first, as in the service's database. */
async function seed(sql: pg.Client): Promise<void> {
  await sql.query(
    `insert into users (email) select 'bench-' || n || '@tukar.test'
     from generate_series(1, $1::int) as n`,
    [traders],
  )
  await sql.query(
    `insert into virtual_accounts (user_id, bank_code, account_number)
     select id, 'BCA', lpad(id::text, $1, '0') from users`,
    [accountOf(0).length],
  )
  const made = await sql.query(
    `insert into users (email, may_trade)
     select 'order-trader-' || n || '@tukar.test', true from generate_series(1, $1::int) as n
     returning id`,
    [orderTraders],
  )
  const ids = made.rows.map(({ id }) => id)
  const tokens = ids.map((_, at) => tokenOf(at + 1))
  await sql.query(
    `insert into sessions (token_digest, user_id, expires_at)
     select sha256(convert_to(token, 'UTF8')), id, now() + interval '1 day'
     from unnest($1::bigint[], $2::text[]) as t (id, token)`,
    [ids, tokens],
  )
  await sql.query(
    `insert into balances (user_id, asset, available) select unnest($1::bigint[]), 'IDR', $2`,
    [ids, startUnits.toString()],
  )
  await sql.query('vacuum analyze')
}

/** The orders at the venue, for the reports of their fills. */
export async function placedOf({ sql }: Peer): Promise<readonly Placed[]> {
  const found = await sql.query<Placed>(
    `select order_no as "orderNo", venue_order_id as "venueOrderId" from orders
     where status = 'OPEN' order by id`,
  )
  return found.rows
}
