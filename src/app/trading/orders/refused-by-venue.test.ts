import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import {
  makeOrderTrader,
  placeOrder,
  sendOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import { expectOk } from '../../../../tests/make/trader.ts'
import { idr } from '../../../base/values/money.ts'
import { orderHolds } from '../order-model/orders.sql.ts'

async function start(t: TestContext) {
  const tukar = await startTukar(t, { jobs: ['settle orders'] })
  await stillMarket(tukar)
  const trader = await makeOrderTrader(tukar)
  const { db } = tukar.service.ctx
  return {
    tukar,
    trader,
    db,
    /** Makes the venue respond to the next orders with an error of its own. */
    refuse: async (error: Readonly<Record<string, unknown>>) =>
      expectOk(await tukar.control('POST', '/venue/answers', error)),
    locked: async () => (await owned(db, trader.id, idr)).locked,
    order: async (fields: Readonly<Record<string, unknown>> = {}) =>
      messageOf(await sendOrder(tukar, trader, fields)),
    /** The alerts about our account at the venue, once there are this many. */
    alerts: async (count: number) => {
      const found = await eventually(`${count} alerts`, async () => {
        const { rows } = await sql<{ subject: string; data: Record<string, string> }>`
          select subject, data from operator_alerts
          where kind = 'venue-account-refused' and severity = 'critical' order by id`.execute(
          db.read,
        )
        return rows.length >= count && rows
      })
      return found.map(({ subject, data }) => `${data['class']} | ${subject}`)
    },
    countAtVenue: async () => (await tukar.control('GET', '/state')).body.venue.orders.length,
  }
}

test('an order that the venue calls a duplicate stays frozen, and is found there', async (t) => {
  const { tukar, trader, db, refuse, locked } = await start(t)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'lose-callbacks', times: 20 })
  await tukar.control('POST', '/venue/stream', { silent: true })
  await refuse({ code: -2010, message: 'Duplicate order sent.', does: true })
  const orderNo = await placeOrder(tukar, trader)
  assert.equal(await locked(), 1_600_000_000n)
  await eventually('the order to be found', async () => {
    await sql`update orders set next_at = now()`.execute(db.read)
    return (await storedOrder(tukar, orderNo)).venueOrderId !== null
  })
  assert.equal((await storedOrder(tukar, orderNo)).status, 'CREATE')
  assert.equal(await locked(), 1_600_000_000n)
  await auditsClean(db, [orderHolds])
})

const refusedKey = {
  code: -2015,
  message: 'Invalid API-key, IP, or permissions for action.',
  status: 401,
  does: false,
}
const unavailable = [503, 'api.service_unavailable']
const failed = [400, 'api.order_create_fail']
const created = [200, 'api.order_create_success']

test('a refused key alerts at once, and stops new orders until they are resumed', async (t) => {
  const { tukar, refuse, order, alerts, countAtVenue, locked } = await start(t)
  const admin = await makeFirstAdmin(tukar)
  await refuse({ ...refusedKey, times: 3 })
  assert.deepEqual(await order(), unavailable)
  const subject = 'The venue refuses our account (key, IP or permission)'
  assert.deepEqual(await alerts(1), [`key, IP or permission | ${subject}`])
  for (let again = 0; again < 2; again += 1) assert.deepEqual(await order(), unavailable)
  assert.deepEqual((await alerts(2)).slice(1), [
    `key, IP or permission | ${subject}; new orders stopped`,
  ])
  // The venue would accept it now.
  assert.deepEqual(await order(), unavailable)
  assert.deepEqual([await countAtVenue(), await locked()], [0, 0n])
  const resumption = { type: 'TRADE', value: 1, reason: 'the key works again' }
  await putAgreed(tukar, admin, 'wallet-status', resumption)
  assert.deepEqual(await order(), created)
})

test('an account without funds alerts at once, and stops the pair it cannot pay for', async (t) => {
  const { tukar, db, order, alerts, locked } = await start(t)
  expectOk(await tukar.control('POST', '/venue/balances', { asset: 'IDR', free: '1000' }))
  assert.deepEqual(await order(), failed)
  const subject = 'The venue refuses our account (funds: IDR)'
  assert.deepEqual(await alerts(1), [`funds | ${subject}`])
  // A sale needs no rupiah, so it does not end the row of refused buys.
  assert.deepEqual(await order({ side: 'SELL', price: '1700000000' }), created)
  for (let again = 0; again < 2; again += 1) assert.deepEqual(await order(), failed)
  assert.deepEqual((await alerts(2)).slice(1), [`funds | ${subject}; BTC_IDR stopped`])
  assert.deepEqual(await order(), [400, 'api.trading_pair_does_not_exist'])
  const { rows } = await sql<{ pair: string }>`
    select tx_pair as pair from pairs where not active`.execute(db.read)
  assert.deepEqual([rows.map(({ pair }) => pair), await locked()], [['BTC_IDR'], 0n])
})

test('refusals between which the venue accepts an order stop nothing', async (t) => {
  const { refuse, order, alerts } = await start(t)
  for (let round = 0; round < 3; round += 1) {
    await refuse({ ...refusedKey, times: 2 })
    assert.deepEqual([await order(), await order()], [unavailable, unavailable])
    assert.deepEqual(await order(), created)
  }
  assert.equal((await alerts(1)).length, 1)
})

test('each error that only the house can cure alerts with its class, no other does', async (t) => {
  const { refuse, order, alerts } = await start(t)
  const causes: readonly (readonly [number, string, string | null])[] = [
    [-2010, 'Market is closed.', null],
    [-2010, 'This action is disabled on this account.', 'permission'],
    [-1013, 'Filter failure: PRICE_FILTER', null],
    [-1022, 'Signature for this request is not valid.', 'key'],
    [-2010, 'Account has insufficient balance for requested action.', 'funds'],
  ]
  for (const [code, message] of causes) {
    await refuse({ code, message, does: false })
    assert.notDeepEqual(await order(), created)
  }
  const classes = causes.flatMap(([, , fault]) => (fault === null ? [] : [fault]))
  const found = await alerts(classes.length)
  assert.deepEqual(found.map((one) => one.split(' | ')[0]).toSorted(), classes.toSorted())
})
