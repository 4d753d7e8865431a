import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { makeProvenUser, move, post, posting } from '../../../../tests/make/ledger.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import { type TradedByHand, taxesByHand } from '../../../../tests/make/taxes-by-hand.ts'
import { orderNo, type UserId } from '../../../base/values/ids.ts'
import { money } from '../../../base/values/money.ts'
import type { Database } from '../../../core/database/database.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import { openHolds } from '../../../core/ledger/hold.ts'
import { listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { orderHold } from './fill.rules.ts'
import type { OrderReport } from './order-report.rules.ts'
import { settleOrders } from './settle-orders.ts'

const months = 12
const ordersOfMonth = 25
const dayMs = 86_400_000
const rich = 10n ** 30n

/** What one order is, drawn at random: its fills are in lots, at prices below or above the last. */
const drawnOrder = fc.record({
  pair: fc.nat(5),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  day: fc.nat(29),
  fills: fc.array(fc.record({ lots: fc.bigInt(1n, 9_999n), ticks: fc.bigInt(0n, 999n) }), {
    minLength: 1,
    maxLength: 4,
  }),
  isCancelled: fc.boolean(),
})
type DrawnOrder = typeof drawnOrder extends fc.Arbitrary<infer T> ? T : never

const inDigits = (units: bigint, scale: number): string => {
  const digits = units.toString().padStart(scale + 1, '0')
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Plans higher rates from a day on, as two operators may. */
const raiseRates = (db: Database, from: string) =>
  sql`
  insert into tax_rates (kind, side, pair_class, rate_ppm, base_numerator, base_denominator,
    valid_from, rule)
  values ('PPH', 'SELL', 'rupiah', 2600, 1, 1, ${from}::date, 'raised'),
    ('PPH', 'BUY', 'coin', 3100, 1, 1, ${from}::date, 'raised'),
    ('PPN', 'FEE', 'any', 130000, 11, 12, ${from}::date, 'raised')`.execute(db.read)

async function placed(db: Database, user: UserId, order: TradedByHand, pair: Pair) {
  const { side, volume, limit } = order
  const cost = (volume * limit) / 10n ** BigInt(pair.base.scale) + 1n
  const held = side === 'BUY' ? money(pair.quote, cost) : money(pair.base, volume)
  await sql`
    insert into orders (order_no, user_id, pair_id, side, type, volume, price, fee_ppm, held,
      venue_order_id, absent_after, created_at)
    values (${order.orderNo}, ${user}, ${pair.id}, ${side}, 'LIMIT', ${volume}, ${limit},
      ${order.feePpm}, ${held.units}, ${order.orderNo.replace('TK-', '')}, now(),
      ${order.fills[0]?.at})`.execute(db.read)
  const owner = orderHold(orderNo(order.orderNo))
  await db.inTransaction((tx) => openHolds(tx, [{ owner, user, amount: held }]))
}

/** The venue's report after the first `count` fills; of a cancelled order, one lot is missing. */
function reportOf(order: TradedByHand, pair: Pair, count: number): OrderReport {
  const fills = order.fills.slice(0, count)
  const executed = fills.reduce((sum, { volume }) => sum + volume, 0n)
  return {
    orderNo: orderNo(order.orderNo),
    venueOrderId: order.orderNo.replace('TK-', ''),
    symbol: pair.venueSymbol,
    side: order.side,
    quantity: inDigits(order.volume, pair.base.scale),
    stage: count === order.fills.length ? 'ended' : 'open',
    executed: inDigits(executed, pair.base.scale),
    trades: fills.map(({ id, volume, price, quoteParts, at }) => ({
      id,
      price: inDigits(price, pair.quote.scale),
      quantity: inDigits(volume, pair.base.scale),
      quote: inDigits(quoteParts, 8),
      commission: '0',
      commissionAsset: null,
      atMs: at.getTime(),
    })),
    reason: null,
    source: 'query',
  }
}

let traded = 0

function orderOf(drawn: DrawnOrder, pair: Pair, from: Date, last: bigint): TradedByHand {
  traded += 1
  const createdMs = from.getTime() + drawn.day * dayMs
  const fills = drawn.fills.map(({ lots, ticks }, n) => {
    const volume = lots * pair.lotStep.units
    const price = last + ticks * pair.priceTick.units
    const exact = volume * price * 10n ** 8n
    const quoteParts = exact / 10n ** BigInt(pair.base.scale + pair.quote.scale)
    const at = new Date(createdMs + n * 3_600_000)
    return { id: `${traded * 10 + n}`, volume, price, quoteParts, at }
  })
  const executed = fills.reduce((sum, { volume }) => sum + volume, 0n)
  return {
    orderNo: `TK-${traded}`,
    side: drawn.side,
    pairClass: pair.quote.symbol === 'IDR' ? 'rupiah' : 'coin',
    baseScale: pair.base.scale,
    quoteScale: pair.quote.scale,
    feePpm: 1_500n,
    volume: executed + (drawn.isCancelled ? pair.lotStep.units : 0n),
    limit: drawn.side === 'BUY' ? last + 1_000n * pair.priceTick.units : last,
    fills,
  }
}

const lastPrices: Readonly<Record<string, bigint>> = {
  BTC_IDR: 1_640_000_000_00n,
  ETH_IDR: 50_000_000_00n,
  USDT_IDR: 16_400_00n,
  XRP_IDR: 40_000_00n,
  SOL_IDR: 3_000_000_00n,
  BTC_USDT: 100_000_000_000n,
}

test('a year of random trading is taxed as a calculator of 60 lines taxes it', async (t) => {
  const { db } = await testDatabase(t)
  const pairs = await listPairs(db.read)
  const user = await makeProvenUser(db)
  const assets = new Map(pairs.flatMap(({ base, quote }) => [base, quote]).map((a) => [a.id, a]))
  const funds = [...assets.values()].map((one) => move(house('bank'), available(user), rich, one))
  await sql`update assets set supply_cap = ${(2n * rich).toString()}`.execute(db.read)
  await post(db, posting('funds', ...funds))
  const firstMs = Date.now() - (months * 30 + 2) * dayMs
  const raisedFrom = new Date(firstMs + 180 * dayMs)
  await raiseRates(db, raisedFrom.toISOString().slice(0, 10))
  const expected = new Map<string, readonly string[]>()
  for (let month = 0; month < months; month += 1) {
    const from = new Date(firstMs + month * 30 * dayMs)
    const rupiah = {
      base: 1_500_000_000n + BigInt(month) * 7_777_777n,
      quote: 16_000n + BigInt(month),
    }
    await pricesSeen(db, { BTC_IDR: `${rupiah.base}`, USDT_IDR: `${rupiah.quote}` })
    for (const drawn of fc.sample(drawnOrder, { numRuns: ordersOfMonth, seed: 38 + month })) {
      const pair = pairs[drawn.pair % pairs.length]
      assert.ok(pair !== undefined)
      const order = orderOf(drawn, pair, from, lastPrices[pair.txPair] ?? 0n)
      await placed(db, user, order, pair)
      for (let count = 1; count <= order.fills.length; count += 1) {
        const report = reportOf(order, pair, count)
        const outcomes = await db.inTransaction((tx) => settleOrders(tx, [report, report]))
        assert.deepEqual(outcomes, ['settled', 'repeated'], JSON.stringify(report))
      }
      for (const [key, row] of taxesByHand(order, rupiah, raisedFrom)) expected.set(key, row)
    }
  }
  const { rows } = await sql<Record<'key' | 'value' | 'tax' | 'vat', string>>`
    select o.order_no || ' ' || f.trade_id as key, coalesce(t.value_idr, 0)::text as value,
      coalesce(t.tax_idr, 0)::text as tax, f.vat_idr::text as vat
    from fills f join orders o on o.id = f.order_id
    join pairs p on p.id = f.pair_id
    left join trade_taxes t on t.user_id = f.user_id
      and t.trade_key = p.tx_pair || ':' || f.trade_id || ':' || f.side`.execute(db.read)
  const stored = new Map(rows.map(({ key, value, tax, vat }) => [key, [value, tax, vat]]))
  assert.ok(stored.size > months * ordersOfMonth)
  assert.deepEqual(stored, expected)
  const sum = (at: number) =>
    [...expected.values()].reduce((total, row) => total + BigInt(row[at] ?? '0'), 0n)
  assert.deepEqual(await owedOf(db), { 'house.tax': `${sum(1)}`, 'house.vat': `${sum(2)}` })
  await auditsClean(db, [orderHolds])
})

/** What the ledger owes of each tax, in sen. */
async function owedOf(db: Database): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ name: string; units: string }>`
    select k.name, sum(case when k.id = m.to_kind then m.units else -m.units end)::text as units
    from moves m join account_kinds k on k.id in (m.from_kind, m.to_kind)
    where k.name in ('house.tax', 'house.vat') group by k.name order by k.name`.execute(db.read)
  return Object.fromEntries(rows.map(({ name, units }) => [name, units]))
}
