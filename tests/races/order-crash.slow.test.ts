import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { orderHolds } from '../../src/app/trading/order-model/orders.sql.ts'
import type { CrashPoint } from '../../src/base/crash-point.ts'
import { idr } from '../../src/base/values/money.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { startService } from '../../src/service.ts'
import { type Answer, eventually, send, startTukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { owned } from '../make/ledger.ts'
import { startNodeProcess } from '../make/node-process.ts'
import { makeOrderTrader, orderFields, placeOrder, stillMarket } from '../make/order.ts'
import { lastingPrices } from '../make/prices.ts'
import { silent } from '../server.ts'

const path = '/api/exchange/venue/order'
const all = 100_000_000_000_00n
const cost = 16_000_000_00n

type Stored = Readonly<{ orderNo: string; status: string; known: boolean; reason: string | null }>

async function storedIn(db: Database): Promise<Stored> {
  const { rows } = await sql<Stored>`
    select order_no as "orderNo", status, venue_order_id is not null as known, reason
    from orders`.execute(db.read)
  const [order, ...others] = rows
  assert.ok(order !== undefined && others.length === 0, 'one order was stored')
  return order
}

/** Moves times back: open orders are due, and unknown orders can no longer reach the venue. */
const later = (db: Database) =>
  sql`update orders set next_at = now(), absent_after = now() where status = 'CREATE'`.execute(
    db.read,
  )

async function start(t: TestContext, placed: boolean) {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  // The venue reports nothing: nodes must query it.
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await tukar.control('POST', '/venue/stream', { silent: true })
  const orderNo = placed ? await placeOrder(tukar, trader) : ''
  await tukar.service.stop()
  const db = connectDatabase({ url: tukar.config.databaseUrl ?? '', log: silent })
  t.after(db.close)
  const money = () => owned(db, trader.id, idr)
  const atVenue = async (): Promise<readonly string[]> => {
    const { body } = await tukar.control('GET', '/state')
    return body.venue.orders.map(({ status }: { status: string }) => status)
  }
  const crash = async (point: CrashPoint, request: (url: string) => Promise<Answer>) => {
    const node = await startNodeProcess(t, { ...tukar.config, crashAt: point })
    await lastingPrices(db, { BTC_IDR: '1640000000' })
    const answered = await request(node.url).then(
      () => true,
      () => false,
    )
    // An accepted order is recorded while its user gets the response.
    assert.ok(!answered || point === 'order.settled', 'it was killed before it could answer')
    assert.equal(await node.end(), 'SIGKILL', point)
    await auditsClean(db, [orderHolds])
  }
  /** Starts another node, and waits until it has brought the order to the expected state. */
  const goOn = async (name: string, isSo: (order: Stored) => boolean): Promise<Stored> => {
    const node = await startService({ ...tukar.config, port: 0 }, silent)
    t.after(() => node.stop())
    await eventually(name, async () => {
      await later(db)
      return isSo(await storedIn(db))
    })
    await auditsClean(db, [orderHolds])
    return storedIn(db)
  }
  const { token } = trader
  const place = (url: string) => send(url, 'POST', path, { token, body: orderFields() })
  const cancel = (url: string) => send(url, 'DELETE', `${path}/${orderNo}`, { token })
  return { db, money, atVenue, crash, goOn, place, cancel }
}

test('a kill before the venue receives an order cancels it and releases its money', async (t) => {
  const { money, atVenue, crash, goOn, place } = await start(t, false)
  await crash('order.held', place)
  assert.deepEqual(await money(), { available: all - cost, locked: cost })
  const { reason } = await goOn('the order to be given up', ({ status }) => status === 'CANCEL')
  assert.equal(reason, 'NOT_PLACED')
  assert.deepEqual(await money(), { available: all, locked: 0n })
  assert.deepEqual(await atVenue(), [])
})

test('a kill before the response is stored finds the order at the venue, once', async (t) => {
  const { db, money, atVenue, crash, goOn, place } = await start(t, false)
  await crash('order.placed', place)
  assert.equal((await storedIn(db)).known, false)
  const { status } = await goOn('the order to be found', ({ known }) => known)
  assert.equal(status, 'CREATE')
  assert.deepEqual(await money(), { available: all - cost, locked: cost })
  assert.deepEqual(await atVenue(), ['NEW'])
})

test('a kill after the venue accepts an order keeps it', async (t) => {
  const { db, money, atVenue, crash, place } = await start(t, false)
  await crash('order.settled', place)
  const { status, known } = await storedIn(db)
  assert.deepEqual([status, known], ['CREATE', true])
  assert.deepEqual(await money(), { available: all - cost, locked: cost })
  assert.deepEqual(await atVenue(), ['NEW'])
})

test('a kill before or after the venue receives a cancel cancels once', async (t) => {
  for (const point of ['order.cancel-requested', 'order.canceled'] as const) {
    const { money, atVenue, crash, goOn, cancel } = await start(t, true)
    await crash(point, cancel)
    assert.deepEqual(await money(), { available: all - cost, locked: cost })
    await goOn('the order to be cancelled', ({ status }) => status === 'CANCEL')
    assert.deepEqual(await money(), { available: all, locked: 0n })
    assert.deepEqual(await atVenue(), ['CANCELED'])
  }
})
