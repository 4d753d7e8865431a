import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import {
  drawnOrder,
  makeRichUser,
  orderOf,
  owedOf,
  placed,
  reportOf,
} from '../../../../tests/make/random-trading.ts'
import { taxesByHand } from '../../../../tests/make/taxes-by-hand.ts'
import type { Database } from '../../../core/database/database.ts'
import { listPairs } from '../../../core/reference/pairs.sql.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { settleOrders } from './settle-orders.ts'

const months = 12
const ordersOfMonth = 25
const dayMs = 86_400_000

/** Plans higher rates from a day on, as two operators may. */
const raiseRates = (db: Database, from: string) =>
  sql`
  insert into tax_rates (kind, side, pair_class, rate_ppm, base_numerator, base_denominator,
    valid_from, rule)
  values ('PPH', 'SELL', 'rupiah', 2600, 1, 1, ${from}::date, 'raised'),
    ('PPH', 'BUY', 'coin', 3100, 1, 1, ${from}::date, 'raised'),
    ('PPN', 'FEE', 'any', 130000, 11, 12, ${from}::date, 'raised')`.execute(db.read)

test('a year of random trading is taxed as a calculator of 60 lines taxes it', async (t) => {
  const { db } = await testDatabase(t)
  const pairs = await listPairs(db.read)
  const user = await makeRichUser(db)
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
      const order = orderOf(drawn, pair, from)
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
