import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { fieldsIn } from '../../../../tests/json.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { fillOrder, makeOrderTrader, storedOrder } from '../../../../tests/make/order.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { expectOk, type Trader } from '../../../../tests/make/trader.ts'
import { fund, usdt } from '../../../../tests/make/withdrawal.ts'
import { orderHolds } from '../order-model/orders.sql.ts'

/** The examples of the annex of PMK 50/2025, with bitcoin and USDT in place of its coins. */
const annex = { BTC_IDR: '500000000', USDT_IDR: '5000000', BTC_USDT: '100' }

async function start(t: TestContext, prices: Readonly<Record<string, string>> = annex) {
  const tukar = await startTukar(t)
  const seller = await makeOrderTrader(tukar)
  const buyer = await makeOrderTrader(tukar)
  await fund(tukar, buyer, 1_000_000_000n, usdt)
  expectOk(await tukar.control('POST', '/venue/pace', { walk: false, match: false }))
  for (const symbol of ['BTC_IDR', 'BTC_USDT'] as const) {
    const price = { symbol: symbol.replace('_', ''), price: annex[symbol] }
    expectOk(await tukar.control('POST', '/venue/price', price))
  }
  await pricesSeen(tukar.service.ctx.db, prices)
  const trade = async (trader: Trader, order: Readonly<Record<string, string>>) => {
    // A price counts for ten seconds only.
    await sql`update prices set observed_at = now()`.execute(tukar.service.ctx.db.read)
    const body = { type: 'LIMIT', ...order }
    const placed = await tukar.call('POST', '/api/exchange/venue/order', {
      token: trader.token,
      body,
    })
    expectOk(placed)
    const orderNo = String(fieldsIn(placed.body.data)['order_no'])
    await fillOrder(tukar, orderNo, order['volume'] ?? '')
    await eventually('the end of the order', async () => {
      return (await storedOrder(tukar, orderNo)).status === 'DONE'
    })
  }
  return { tukar, seller, buyer, trade }
}

async function taxesOf(tukar: Tukar, { token }: Trader) {
  const answer = await tukar.call('GET', '/api/users/history/tax', { token })
  expectOk(answer)
  const rows: readonly Record<string, string>[] = answer.body.data.data
  return rows.map((row) =>
    ['side', 'tax', 'taxAsset', 'ratePercent', 'valueIdr', 'taxIdr', 'valuedBy'].map(
      (name) => row[name],
    ),
  )
}

/** The balances of the accounts of taxes, in decimal text. */
async function owed({ service }: Tukar) {
  const { rows } = await sql<{ account: string; symbol: string; sum: string }>`
    select k.name as account, a.symbol,
      trim_scale(sum(case when k.id = m.to_kind then m.units else -m.units end)
        / 10::numeric ^ a.scale)::text as sum
    from moves m join assets a on a.id = m.asset_id
    join account_kinds k on k.id in (m.from_kind, m.to_kind)
    where k.name in ('house.tax', 'house.taxCoins')
    group by k.name, a.symbol, a.scale order by k.name, a.symbol`.execute(service.ctx.db.read)
  return Object.fromEntries(rows.map(({ account, symbol, sum }) => [`${account} ${symbol}`, sum]))
}

test('the seller of 0.7 coin at 500,000,000 rupiah pays 735,000, the buyer nothing', async (t) => {
  const { tukar, seller, buyer, trade } = await start(t)
  const order = { txPair: 'BTC_IDR', volume: '0.7', price: '500000000' }
  await trade(seller, { ...order, side: 'SELL' })
  await trade(buyer, { ...order, side: 'BUY' })
  const paid = ['SELL', '735000', 'IDR', '0.21', '350000000', '735000', 'trade']
  assert.deepEqual(await taxesOf(tukar, seller), [paid])
  assert.deepEqual(await taxesOf(tukar, buyer), [])
  assert.deepEqual(await owed(tukar), { 'house.tax IDR': '735000' })
})

test('each party of a swap of 0.3 coin for 30 others pays 315,000', async (t) => {
  const { tukar, seller, buyer, trade } = await start(t)
  const order = { txPair: 'BTC_USDT', volume: '0.3', price: '100' }
  await trade(seller, { ...order, side: 'SELL' })
  await trade(buyer, { ...order, side: 'BUY' })
  const valued = ['0.21', '150000000', '315000', 'venue-last']
  assert.deepEqual(await taxesOf(tukar, seller), [['SELL', '0.063', 'USDT', ...valued]])
  assert.deepEqual(await taxesOf(tukar, buyer), [['BUY', '0.00063', 'BTC', ...valued]])
  // Both coins are held apart, and the house owes their value in rupiah.
  assert.deepEqual(await owed(tukar), {
    'house.tax IDR': '630000',
    'house.taxCoins BTC': '0.00063',
    'house.taxCoins IDR': '-630000',
    'house.taxCoins USDT': '0.063',
  })
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('each party of a swap is taxed on the value of what it hands over', async (t) => {
  // A coin may cost less in rupiah than it brings in another coin.
  const { tukar, seller, buyer, trade } = await start(t, { ...annex, BTC_IDR: '490000000' })
  const order = { txPair: 'BTC_USDT', volume: '0.3', price: '100' }
  await trade(seller, { ...order, side: 'SELL' })
  await trade(buyer, { ...order, side: 'BUY' })
  const [[, , , , ofBitcoin, sellers] = []] = await taxesOf(tukar, seller)
  const [[, , , , ofDollars, buyers] = []] = await taxesOf(tukar, buyer)
  assert.deepEqual([ofBitcoin, sellers], ['147000000', '308700'])
  assert.deepEqual([ofDollars, buyers], ['150000000', '315000'])
})

test('swaps are valued by the median and taxed as a foreign platform if set so', async (t) => {
  const { tukar, seller, trade } = await start(t)
  const { db } = tukar.service.ctx
  await sql`
    update settings set value = case key when 'tax.valuation' then 'median' else 'foreign' end
    where key in ('tax.valuation', 'tax.collector')`.execute(db.read)
  await sql`update prices set median = 400000000 where pair = 'BTC_IDR'`.execute(db.read)
  await trade(seller, { txPair: 'BTC_USDT', volume: '0.3', price: '100', side: 'SELL' })
  assert.deepEqual(await taxesOf(tukar, seller), [
    ['SELL', '0.3', 'USDT', '1', '120000000', '1200000', 'venue-median'],
  ])
})
