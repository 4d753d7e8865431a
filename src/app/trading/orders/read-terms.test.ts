import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import type { Fields } from '../../../../tests/json.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  makeOrderTrader,
  orderFields,
  placeOrder,
  sendOrder,
  stillMarket,
} from '../../../../tests/make/order.ts'
import { idr } from '../../../base/values/money.ts'

async function start(t: Parameters<typeof startTukar>[0]) {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  return { tukar, trader: await makeOrderTrader(tukar) }
}

test('an order with terms that we do not have is refused by their name', async (t) => {
  const { tukar, trader } = await start(t)
  const cases: Readonly<Record<string, Fields>> = {
    'The time in force field is not supported.': { timeInForce: 'IOC' },
    'The stop price field is not supported.': { stopPrice: 1500000000 },
    'The quote order qty field is not supported.': { quoteOrderQty: '100000' },
    'The new client order id field is not supported.': { newClientOrderId: 'mine-1' },
    'The iceberg qty field is not supported.': { iceberg_qty: '0.001' },
    'The trailing delta field is not supported.': { trailingDelta: 100 },
    'The reduce only field is not supported.': { reduceOnly: true },
  }
  for (const [message, terms] of Object.entries(cases)) {
    assert.deepEqual(messageOf(await sendOrder(tukar, trader, terms)), [400, message])
    const tested = await tukar.call('POST', '/api/exchange/venue/testOrder', {
      body: orderFields(terms),
    })
    assert.deepEqual(messageOf(tested), [400, message])
  }
  const { body } = await tukar.control('GET', '/state')
  assert.deepEqual(body.venue.orders, [])
  const { rows } = await sql`select from orders`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.length, 0)
})

test('fields that change nothing about an order are ignored', async (t) => {
  const { tukar, trader } = await start(t)
  await placeOrder(tukar, trader, {
    stopPrice: '',
    icebergQty: null,
    reduceOnly: false,
    recvWindow: 5000,
    newOrderRespType: 'ACK',
  })
})

test('a pair may be spelled as other venues spell it', async (t) => {
  const { tukar, trader } = await start(t)
  for (const txPair of ['btc_idr', 'BTC-IDR', 'btc/idr']) {
    await placeOrder(tukar, trader, { txPair })
  }
  const { token } = trader
  const { body } = await tukar.call('GET', '/api/exchange/venue/currentOrder', { token })
  assert.deepEqual(
    body.data.data.map((order: { txPair: string }) => order.txPair),
    ['BTC_IDR', 'BTC_IDR', 'BTC_IDR'],
  )
})

test("a price outside the venue's band is refused as a bound of the pair", async (t) => {
  const { tukar, trader } = await start(t)
  const answer = await sendOrder(tukar, trader, { price: '700000000' })
  assert.deepEqual(messageOf(answer), [400, 'api.order_filter_failed'])
  assert.equal((await owned(tukar.service.ctx.db, trader.id, idr)).locked, 0n)
})
