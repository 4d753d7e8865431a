import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import {
  fillOrder,
  makeOrderTrader,
  orderAtVenue,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { steadyPrices } from '../../../../tests/make/prices.ts'
import { bindTotp } from '../../../../tests/make/totp.ts'
import { reportOf, sendVenueEvent, tradeReport } from '../../../../tests/make/venue-events.ts'
import {
  attempted,
  btc,
  cooledOff,
  oneBtc,
  pauseOver,
  requestCoins,
  sentToCustody,
} from '../../../../tests/make/withdrawal.ts'
import { idr } from '../../../base/values/money.ts'
import { confirmFills } from './confirm-fills.ts'
import { pullTrades } from './pull-trades.ts'

/** Starts a service whose venue sends no events: each test sends them itself. */
async function start(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['settle orders', 'settle withdrawals'] })
  await stillMarket(tukar)
  const { ctx } = await leaderOf(tukar)
  await pullTrades(ctx)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks' })
  await tukar.control('POST', '/venue/stream', { silent: true })
  const made = await makeOrderTrader(tukar)
  const secret = await bindTotp(tukar, made)
  await cooledOff(tukar, made)
  const trader = { ...made, secret }
  const { orderNo, venueOrderId } = await orderAtVenue(tukar, trader)
  const { db } = ctx
  await steadyPrices(db, { BTC_IDR: '1640000000' })
  return {
    tukar,
    db,
    trader,
    orderNo,
    /** Sends a report that all of the order was executed, as if the venue had. */
    forge: (fields: Readonly<Record<string, unknown>> = {}) =>
      sendVenueEvent(
        tukar,
        reportOf(orderNo, {
          i: Number(venueOrderId),
          x: 'TRADE',
          X: 'FILLED',
          l: '0.01000000',
          z: '0.01000000',
          L: '1600000000.00000000',
          Y: '16000000.00000000',
          t: 4_711,
          T: Date.now(),
          ...fields,
        }),
      ),
    confirm: async (ageSeconds = 0) => {
      await sql`
        update unconfirmed_fills
        set recorded_at = recorded_at - make_interval(secs => ${ageSeconds}::int)`.execute(db.read)
      await confirmFills(ctx)
    },
    unconfirmed: async () => {
      const { rows } = await sql`select from unconfirmed_fills`.execute(db.read)
      return rows.length
    },
    isActive: async () => {
      const { rows } = await sql<{ active: boolean }>`
        select active from pairs where tx_pair = 'BTC_IDR'`.execute(db.read)
      return rows[0]?.active
    },
    alerts: async () => {
      const { rows } = await sql<{ subject: string }>`
        select subject from operator_alerts where kind = 'order-in-doubt'`.execute(db.read)
      return rows.map(({ subject }) => subject)
    },
    owns: async () => [await owned(db, trader.id, btc), await owned(db, trader.id, idr)],
  }
}

test('an event of an absurd price or time credits nothing', async (t) => {
  const { tukar, orderNo, forge, owns, unconfirmed } = await start(t)
  const before = await owns()
  for (const fields of [
    { L: '1.00000000', Y: '0.01000000' },
    { L: '1500000000.00000000', Y: '15000000.00000000' },
    { T: Math.floor(Date.now() / 1_000) },
  ]) {
    assert.equal((await forge(fields)).status, 200)
    await eventually('the venue to be queried', async () => {
      const { rows } = await sql<{ asked: boolean }>`
        select next_at > now() + interval '1 minute' as asked from orders`.execute(
        tukar.service.ctx.db.read,
      )
      return rows[0]?.asked
    })
    assert.deepEqual(await owns(), before, JSON.stringify(fields))
  }
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
  assert.equal(await unconfirmed(), 0)
})

test('what an event credited leaves once the list of the venue has the trade', async (t) => {
  const { tukar, trader, orderNo, confirm, unconfirmed, isActive } = await start(t)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  await sendVenueEvent(tukar, await tradeReport(tukar, id))
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  assert.equal(await unconfirmed(), 1)
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  assert.deepEqual(await sentToCustody(tukar), [])

  await confirm(1)
  assert.equal(await unconfirmed(), 0)
  await pauseOver(tukar)
  await eventually('the transfer', async () => (await sentToCustody(tukar)).length === 1)
  assert.equal(await isActive(), true)
})

test('an event that the venue does not confirm stops its pair, and pays nothing out', async (t) => {
  const { tukar, trader, orderNo, forge, confirm, unconfirmed, isActive, alerts } = await start(t)
  await forge()
  assert.equal((await storedOrder(tukar, orderNo)).status, 'DONE')
  await requestCoins(tukar, trader)
  await attempted(tukar, trader, 1)
  await confirm(1)
  assert.equal(await isActive(), true, 'the list may be some seconds behind')
  await confirm(11)
  assert.equal(await isActive(), false)
  const { incident } = await storedOrder(tukar, orderNo)
  assert.equal(incident, 'the venue does not list trade 4711')
  const said = `BTC_IDR stopped: the venue's list contradicts a booked trade: ${incident}`
  await eventually('one alert', async () => (await alerts()).join() === said)

  await confirm(60)
  await pauseOver(tukar)
  await attempted(tukar, trader, 2)
  assert.deepEqual(await sentToCustody(tukar), [])
  const { token } = await makeFirstAdmin(tukar)
  const asked = await tukar.call('POST', `/operator/api/orders/${orderNo}/ask`, { token })
  assert.equal(asked.body.data.incident, incident)
  assert.deepEqual([await unconfirmed(), (await alerts()).length], [1, 1])
})

test('a trade that the venue lists with other figures stops its pair at once', async (t) => {
  const { tukar, trader, orderNo, forge, confirm, isActive, owns } = await start(t)
  const { id } = await fillOrder(tukar, orderNo, '0.01', '1590000000')
  await forge({ t: id, L: '1600000000.00000000' })
  const [bitcoin] = await owns()
  assert.ok((bitcoin?.available ?? 0n) > 10n * oneBtc)
  await requestCoins(tukar, trader)
  await confirm(1)
  assert.equal(await isActive(), false)
  const { incident } = await storedOrder(tukar, orderNo)
  assert.equal(incident, `trade ${id} was recorded with other figures`)
  await attempted(tukar, trader, 1)
  assert.deepEqual(await sentToCustody(tukar), [])
})

test('fills that the venue cannot be asked about do not keep others from leaving', async (t) => {
  const { tukar, db, trader, orderNo, confirm, unconfirmed } = await start(t)
  const { id } = await fillOrder(tukar, orderNo, '0.01')
  await sendVenueEvent(tukar, await tradeReport(tukar, id))
  const asked = new Set<string>()
  for (let older = 1; older <= 6; older += 1) {
    const other = await orderAtVenue(tukar, trader)
    asked.add(other.venueOrderId)
    await sql`
      insert into unconfirmed_fills (pair_id, trade_id, order_id, user_id, recorded_at)
      select pair_id, n::text, id, user_id, now() - interval '1 hour'
      from orders, generate_series(1, 3) n where order_no = ${other.orderNo}`.execute(db.read)
  }
  const { venue } = tukar.service.ctx
  const { findOrder, trades } = venue
  t.mock.method(venue, 'findOrder', (sought: Parameters<typeof findOrder>[0]) =>
    'orderId' in sought && asked.has(sought.orderId)
      ? Promise.reject(new Error('no answer'))
      : findOrder(sought),
  )
  t.mock.method(venue, 'trades', (sought: Parameters<typeof trades>[0]) =>
    sought.orderId === undefined
      ? Promise.resolve({ kind: 'unknown', why: 'timeout' })
      : trades(sought),
  )
  await sql`update unconfirmed_fills set recorded_at = recorded_at - interval '11 seconds'`.execute(
    db.read,
  )
  await eventually('the fill to be confirmed', async () => {
    await confirm().catch(() => undefined)
    return (await unconfirmed()) === 18
  })
})

test('a list of trades that is too long to be read denies no trade', async (t) => {
  const { tukar, forge, confirm, unconfirmed, isActive } = await start(t)
  await forge()
  const trade = { symbol: 'BTCIDR', orderId: '1', isBuyer: true, isMaker: true, price: '1' }
  const rest = { quantity: '1', quote: '1', commission: '0', commissionAsset: 'BTC', atMs: 0 }
  const { venue } = tukar.service.ctx
  const trades: typeof venue.trades = ({ orderId, fromId = '10000', limit }) => {
    const length = orderId === undefined ? 0 : limit
    const ids = Array.from({ length }, (_, at) => `${BigInt(fromId) + BigInt(at)}`)
    const value = ids.map((id) => ({ id, ...trade, ...rest }))
    return Promise.resolve({ kind: 'accepted', value })
  }
  t.mock.method(venue, 'trades', trades)
  await confirm(11)
  assert.deepEqual([await isActive(), await unconfirmed()], [true, 1])
})
