import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  makeOrderTrader,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { expectOk, type Trader } from '../../../../tests/make/trader.ts'
import { btc } from '../../../../tests/make/withdrawal.ts'
import { pullTrades } from '../executions/pull-trades.ts'
import { orderHolds } from '../order-model/orders.sql.ts'

const price = '1640000000'

/** A market in which our orders meet only each other, under these modes. */
async function emptyMarket(t: TestContext, selfTradeModes: readonly string[]): Promise<Tukar> {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const symbol = 'BTCIDR'
  expectOk(await tukar.control('POST', '/venue/depth', { symbol, bids: [], asks: [] }))
  expectOk(await tukar.control('POST', '/venue/symbols', { symbol, selfTradeModes }))
  // The service learns the modes whenever it reads the venue's markets.
  expectOk(await tukar.call('GET', '/api/exchange/venue/exchangeInfo'))
  return tukar
}

const kindsOf = async ({ service }: Tukar, { id }: Trader) => {
  const { rows } = await sql<{ kind: string }>`
    select kind from user_messages where user_id = ${id} order by id`.execute(service.ctx.db.read)
  return rows.map(({ kind }) => kind)
}

const modesSent = async (tukar: Tukar) =>
  (await tukar.control('GET', '/state')).body.venue.orders.map(
    (order: Readonly<Record<string, string>>) => order['selfTradePreventionMode'],
  )

test("an order that meets another user's expires, and the other stays", async (t) => {
  const tukar = await emptyMarket(t, ['EXPIRE_MAKER', 'EXPIRE_TAKER', 'EXPIRE_BOTH'])
  const [seller, buyer] = [await makeOrderTrader(tukar), await makeOrderTrader(tukar)]
  const sale = await placeOrder(tukar, seller, { side: 'SELL', price })
  const before = await owned(tukar.service.ctx.db, buyer.id, btc)
  const bid = await placeOrder(tukar, buyer, { price })
  const { status, reason } = await storedOrder(tukar, bid)
  assert.deepEqual([status, reason], ['CANCEL', 'EXPIRED_IN_MATCH'])
  assert.equal((await storedOrder(tukar, sale)).status, 'CREATE')
  assert.deepEqual(await owned(tukar.service.ctx.db, buyer.id, btc), before)
  const kinds = await eventually('the notice', async () => {
    const found = await kindsOf(tukar, buyer)
    return found.length > 0 && found
  })
  assert.deepEqual(kinds, ['order-expired'], 'which is not the notice of a cancel')
  assert.deepEqual(await kindsOf(tukar, seller), [])
  assert.deepEqual(await modesSent(tukar), ['EXPIRE_TAKER', 'EXPIRE_TAKER'])
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

for (const who of ['of two users', 'of one user'] as const) {
  test(`where the venue allows it, orders ${who} trade with each other`, async (t) => {
    const tukar = await emptyMarket(t, ['EXPIRE_TAKER', 'NONE'])
    const { db } = tukar.service.ctx
    const seller = await makeOrderTrader(tukar)
    const buyer = who === 'of one user' ? seller : await makeOrderTrader(tukar)
    // The list of trades is read from here on.
    await pullTrades(tukar.service.ctx)
    const sale = await placeOrder(tukar, seller, { side: 'SELL', price })
    const bid = await placeOrder(tukar, buyer, { price })
    const isDone = async (orderNo: string) => (await storedOrder(tukar, orderNo)).status === 'DONE'
    await eventually('both ends', async () => (await isDone(sale)) && (await isDone(bid)))
    await pullTrades(tukar.service.ctx)
    const { rows } = await sql<{ trade: string; side: string; volume: string }>`
      select f.trade_id as trade, o.side, f.volume::text as volume
      from fills f join orders o on o.id = f.order_id order by o.side`.execute(db.read)
    assert.deepEqual(
      rows.map(({ side, volume }) => [side, volume]),
      [
        ['BUY', '1000000'],
        ['SELL', '1000000'],
      ],
    )
    assert.equal(new Set(rows.map(({ trade }) => trade)).size, 1, 'one trade of the venue')
    const taxes = await sql`select from trade_taxes`.execute(db.read)
    assert.ok(taxes.rows.length > 0)
    assert.deepEqual(await modesSent(tukar), ['NONE', 'NONE'])
    await auditsClean(db, [orderHolds])
  })
}
