/**
 * Orders and their executions at a venue that responds at once: signed-in traders with enough
 * money place them, then the venue's reports of their fills arrive.
 */
import { createHmac } from 'node:crypto'
import path from 'node:path'
import { freePort } from '../tests/free-port.ts'
import { startEmulatorsAt } from './providers.ts'
import { bytesWritten } from './stage/bytes-written.ts'
import { figure, line, measured, perSecond, rounded, type Target } from './stage/figures.ts'
import { runLoad } from './stage/load.ts'
import { startProgram } from './stage/processes.ts'
import { processorTime } from './stage/processor-time.ts'
import { appKey, type Running, type Stage } from './stage/stage.ts'

export const connections = 32
export const callbackConnections = 256
export const traders = 200
/** Most of them do not trade now: PostgreSQL would read a small table as a whole for each order. */
const users = 5_000
export const webhookSecret = 'a webhook secret of the bench that is long enough'
/** In IDR with two decimals: the total cost of a trader's orders. */
export const startUnits = 10n ** 14n

export const tokenOf = (trader: number): string => `xat_order-trader-${trader}`

export async function startStub(): Promise<Running> {
  const port = await freePort()
  const file = path.join(import.meta.dirname, 'bare/bare-venue.ts')
  const child = await startProgram(file, { PORT: String(port) }, `http://127.0.0.1:${port}/ready`)
  return { ...child, port }
}

export async function startBesideStub(
  { databaseUrl, dataDir, nodeFlags }: Stage,
  stub: Running,
): Promise<Running> {
  const [port, smtpPort, sandboxPort] = [await freePort(), await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    APP_KEY: appKey.toString('hex'),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'fatal',
    VENUE_STUB: `http://127.0.0.1:${stub.port}`,
    VENUE_WEBHOOK_SECRET: webhookSecret,
  }
  const beside = await startEmulatorsAt(`http://127.0.0.1:${sandboxPort}`, env)
  const service = path.join(import.meta.dirname, 'bare/bare-venue-service.ts')
  const ready = `http://127.0.0.1:${port}/health/leader`
  const child = await startProgram(service, env, ready, nodeFlags)
  const stop = async () => {
    await child.stop()
    await beside.stop()
  }
  return { ...child, port, stop }
}

/** Inserts users with rupiah, a proven identity and a session. */
export async function seedOrderTraders({ sql }: Stage): Promise<void> {
  await sql.query('begin')
  await sql.query(
    `with made as (
       insert into users (email, password_hash, email_verified_at, identity_status)
       select 'order-trader-' || n || '@tukar.test', 'none', now(), 'success'
       from generate_series(1, $1::int) as n returning id, email
     ), family as (
       insert into session_families (user_id, seed, expires_at)
       select id, '\\x00', now() + interval '1 day' from made returning id, user_id
     ), token as (
       insert into access_tokens (digest, family_id, user_id, expires_at)
       select sha256(convert_to('xat_' || split_part(m.email, '@', 1), 'UTF8')), f.id, f.user_id,
              now() + interval '1 day' from family f join made m on m.id = f.user_id
     ), balance as (
       insert into balances (user_id, asset_id, available) select id, 1, $2::numeric from made
     ), fact as (
       insert into postings (key, action) select 'seed-order:' || id, 'DEPOSIT' from made
       returning id, key
     )
     insert into moves
       (posting_id, line, asset_id, from_kind, to_kind, to_user, to_after, units, tx)
     select f.id, 0, 1, 5, 1, split_part(f.key, ':', 2)::bigint, $2::numeric, $2::numeric,
            pg_current_xact_id()::text::bigint from fact f`,
    [users, startUnits.toString()],
  )
  await sql.query(`update settings set value = '1000000' where key = 'order.most_open'`)
  // The service is measured, not the real venue's limit of orders per user.
  await sql.query(`update settings set value = '1000' where key = 'order.per_ten_seconds'`)
  await sql.query(`update settings set value = '1000000' where key = 'order.per_day'`)
  await sql.query(`update settings set value = '86400' where key = 'order.price_max_age_seconds'`)
  // It stays recent for the whole run: nothing observes prices here.
  await sql.query(
    `insert into prices (pair, price, source, observed_at)
     values ('BTC_IDR', 1640000000, 'venue', now() + interval '1 day')
     on conflict (pair) do update
     set price = excluded.price, observed_at = excluded.observed_at`,
  )
  await sql.query('commit')
}

const orderBody = JSON.stringify({
  side: 'BUY',
  type: 'LIMIT',
  txPair: 'BTC_IDR',
  volume: '0.001',
  price: '1600000000',
})

/** The order of each trader, made once. */
const orderRequestOf = Array.from({ length: traders }, (_, trader) => {
  const head = [
    'POST /api/exchange/venue/order HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Authorization: Bearer ${tokenOf(trader + 1)}`,
    `Content-Length: ${orderBody.length}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${orderBody}`)
})

export function* orderRequests(count: number): Generator<Buffer, void> {
  for (let at = 0; at < count; at += traders) yield* orderRequestOf.slice(0, count - at)
}

function* stubRequests(count: number): Generator<Buffer, void> {
  const query = 'symbol=BTCIDR&side=BUY&type=LIMIT&price=1600000000&quantity=0.001'
  for (let at = 0; at < count; at += 1) {
    yield Buffer.from(
      `POST /api/v3/order?${query}&newClientOrderId=o-${at} HTTP/1.1\r\nHost: x\r\n\r\n`,
    )
  }
}

/** Waits until the service has read the venue's order limit; until then it sends few orders. */
export async function untilBorne({ port }: Running): Promise<void> {
  for (let looks = 0; looks < 60; looks += 1) {
    const load = await runLoad({ port, connections, requests: orderRequests(250) })
    if (load.statuses.get(200) === 250) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  throw new Error("the service did not learn the venue's limits")
}

export type Placed = Readonly<{ orderNo: string; venueOrderId: string }>

let trade = 0

/** Reports of two half fills of each order, signed like the venue's relay. */
export function* fillRequests(orders: readonly Placed[]): Generator<Buffer, void> {
  for (const half of [1, 2]) {
    for (const { orderNo, venueOrderId } of orders) {
      trade += 1
      yield report({ orderNo, venueOrderId, trade, half })
    }
  }
}

type Half = Placed & Readonly<{ trade: number; half: number }>

function report({ orderNo, venueOrderId, trade, half }: Half): Buffer {
  const at = Date.now()
  const body = JSON.stringify({
    e: 'executionReport',
    E: at,
    s: 'BTCIDR',
    c: orderNo,
    S: 'BUY',
    o: 'LIMIT',
    f: 'GTC',
    q: '0.00100000',
    p: '1600000000.00000000',
    C: '',
    x: 'TRADE',
    X: half === 1 ? 'PARTIALLY_FILLED' : 'FILLED',
    r: 'NONE',
    i: venueOrderId,
    l: '0.00050000',
    z: half === 1 ? '0.00050000' : '0.00100000',
    L: '1600000000.00000000',
    n: '0.00000050',
    N: 'BTC',
    T: at,
    t: trade,
    Y: '800000.00000000',
  })
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  const head = [
    'POST /api/webhook/venue HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Venue-Timestamp: ${at}`,
    `X-Venue-Signature: ${signature}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Waits until all orders that the venue accepted are stored with the venue's number. */
export async function readPlaced({ sql }: Stage): Promise<readonly Placed[]> {
  for (let looks = 0; looks < 100; looks += 1) {
    const open = await sql.query(
      `select 1 from orders where status = 'CREATE' and venue_order_id is null limit 1`,
    )
    if (open.rows.length === 0) break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const found = await sql.query<Placed>(
    `select order_no as "orderNo", venue_order_id as "venueOrderId" from orders
     where status = 'CREATE' order by id`,
  )
  return found.rows
}

/** Waits until all follow-up work is done, so that the next run is undisturbed. */
export async function untilQuiet({ sql }: Stage): Promise<void> {
  for (let looks = 0; looks < 3_000; looks += 1) {
    const due = await sql.query(
      'select 1 from graphile_worker.jobs where run_at <= now() and attempts = 0 limit 1',
    )
    if (due.rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the service is still busy with the work of five minutes ago')
}

/** Checks that all orders are done, and each trade is booked once. */
async function assertFilled({ sql }: Stage): Promise<void> {
  const found = await sql.query(
    `select (select count(*)::int from orders where status = 'DONE') as done,
            (select count(*)::int from orders where status <> 'CANCEL') as orders,
            (select count(*)::int from fills) as fills`,
  )
  const { done, orders, fills } = found.rows[0]
  if (done !== orders || fills !== orders * 2) {
    throw new Error(`${done} of ${orders} orders are filled, by ${fills} fills`)
  }
}

export async function orders(stage: Stage, count: number): Promise<readonly Target[]> {
  line(`Orders over ${connections} connections`)
  await seedOrderTraders(stage)
  await stage.sql.query('vacuum analyze')
  const stub = await startStub()
  const service = await startBesideStub(stage, stub)
  const { port } = service
  await untilBorne(service)
  const place = (name: string, times: number, over = connections) =>
    measured(name, { port, connections: over, requests: orderRequests(times) })
  const fill = async (name: string) => {
    const placed = await readPlaced(stage)
    // Signed beforehand: the load generator shares the machine.
    const requests = [...fillRequests(placed)].values()
    const load = await measured(name, { port, connections: callbackConnections, requests })
    return { load, fills: placed.length * 2 }
  }
  await place('warming up', Math.round(count / 4))
  await fill('warming up with fills')
  // The mails about these orders are not part of the next measurement.
  await untilQuiet(stage)
  // Without an analysis, plans would still assume that the tables are empty.
  await stage.sql.query('vacuum analyze')
  const printCpu = await processorTime(stage, service)
  const placing = await place('orders placed', count)
  printCpu('order', count)
  await untilQuiet(stage)
  await place('warming up, one by one', 500, 1)
  const alone = await place('an order by itself', 2_000, 1)
  const bare = { port: stub.port, connections: 1, requests: stubRequests(500) }
  const venue = await measured('the venue by itself', bare)

  line(`Fills over ${callbackConnections} connections`)
  const tellBytes = await bytesWritten(stage)
  const tellFillCpu = await processorTime(stage, service)
  const { load: filling, fills } = await fill('fills settled')
  tellFillCpu('fill', fills)
  await untilQuiet(stage)
  await tellBytes('fill', fills)
  await assertFilled(stage)
  await service.stop()
  await stub.stop()
  const added = alone.p50Ms - venue.p50Ms
  figure('added by the service to an order', `p50 ${added.toFixed(2)} ms`)
  return [
    perSecond('orders placed', placing.perSecond, 3_500),
    { name: 'p99 of an order, ms', value: rounded(placing.p99Ms), wanted: 'at most 25' },
    { name: 'added to the venue, p50 ms', value: added.toFixed(2), wanted: 'at most 1.5' },
    perSecond('fills settled', filling.perSecond, 6_000),
  ]
}
