import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  makeOrderTrader,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
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
