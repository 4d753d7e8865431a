import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import { returnFee, takeFee } from '../../../../tests/make/fee-vats.ts'
import { tamper } from '../../../../tests/make/ledger.ts'
import { makeOperator } from '../../../../tests/make/operator.ts'
import { pricesSeen } from '../../../../tests/make/prices.ts'
import {
  drawnOrder,
  makeRichUser,
  orderOf,
  owedOf,
  placed,
  reportOf,
} from '../../../../tests/make/random-trading.ts'
import { agreedTax, payLast, recordsOf } from '../../../../tests/make/tax-months.ts'
import { type TradedByHand, taxesByHand } from '../../../../tests/make/taxes-by-hand.ts'
import { settleOrders } from '../../../app/trading/executions/settle-orders.ts'
import { orderHolds } from '../../../app/trading/order-model/orders.sql.ts'
import { jakartaDay } from '../../../base/clock.ts'
import type { UserId } from '../../../base/values/ids.ts'
import { idr, money } from '../../../base/values/money.ts'
import { listPairs, type Pair } from '../../../core/reference/pairs.sql.ts'
import { monthAfter, monthStart, senIn } from '../../../core/taxes/tax-months.rules.ts'

const ordersOfMonth = 12
const rupiah = { base: 1_503_777_777n, quote: 16_021n }
const noRaise = new Date('2100-01-01')

const drawnMonth = fc.record({
  orders: fc.array(fc.record({ order: drawnOrder, isLate: fc.boolean() }), {
    minLength: ordersOfMonth,
    maxLength: ordersOfMonth,
  }),
  fees: fc.array(fc.record({ fee: fc.bigInt(1n, 9_999_999n), isReturned: fc.boolean() }), {
    minLength: 3,
    maxLength: 6,
  }),
  corrections: fc.array(
    fc.record({ at: fc.nat(1_000), parts: fc.bigInt(0n, 20n), isCancelled: fc.boolean() }),
    { minLength: 1, maxLength: 3 },
  ),
})
type DrawnMonth = typeof drawnMonth extends fc.Arbitrary<infer T> ? T : never

/** What a month should have, in sen. */
type Expected = { tax: bigint; vat: bigint }

async function settle(tukar: Tukar, user: UserId, order: TradedByHand, pair: Pair) {
  const { db } = tukar.service.ctx
  await placed(db, user, order, pair)
  const report = reportOf(order, pair, order.fills.length)
  assert.deepEqual(await db.inTransaction((tx) => settleOrders(tx, [report])), ['settled'])
}

/** Books fees in a month, and gives some of them back; returns the tax in them. */
async function chargeFees(tukar: Tukar, user: UserId, drawn: DrawnMonth, month: string) {
  const { db } = tukar.service.ctx
  let vat = 0n
  for (const [n, { fee, isReturned }] of drawn.fees.entries()) {
    const taken = { key: `fee:${month}:${n}`, user, fee: money(idr, fee) }
    await takeFee(db, { ...taken, source: 'deposit' })
    vat += (fee * 11n) / 111n
    if (!isReturned) continue
    const back = { ...taken, key: `back:${month}:${n}`, of: [taken.key] }
    await returnFee(db, back)
    vat -= (fee * 11n) / 111n
  }
  const charged = new Date(monthStart(month).getTime() + 86_400_000).toISOString()
  await tamper(
    db,
    `update fee_vats set charged_at = '${charged}' where posting_key like '%:${month}:%'`,
  )
  return vat
}

/** Corrects random taxes by two operators; returns what the taxes are more or less. */
async function correct(
  tukar: Tukar,
  by: Parameters<typeof agreedTax>[1],
  { corrections }: DrawnMonth,
): Promise<bigint> {
  const { rows } = await sql<{ id: number; value: string; tax: string }>`
    select t.id, coalesce(c.value_idr, t.value_idr)::text as value,
      coalesce(c.tax_idr, t.tax_idr)::text as tax
    from trade_taxes t left join lateral (select * from tax_corrections
      where tax_id = t.id order by id desc limit 1) c on true
    order by t.id`.execute(tukar.service.ctx.db.read)
  let change = 0n
  const corrected = new Set<number>()
  for (const { at, parts, isCancelled } of corrections) {
    const row = rows[at % rows.length]
    if (row === undefined || corrected.has(row.id)) continue
    corrected.add(row.id)
    const value = isCancelled ? 0n : (BigInt(row.value) * (parts + 1n)) / 7n + 1n
    const tax = (value * 21n) / 10_000n
    const text = (sen: bigint) => `${sen / 100n}.${`${sen % 100n}`.padStart(2, '0')}`
    const body = { taxId: row.id, valueIdr: text(value), taxIdr: text(tax), reason: 'random' }
    if (value === BigInt(row.value) && tax === BigInt(row.tax)) continue
    await agreedTax(tukar, by, 'tax-corrections', body)
    change += tax - BigInt(row.tax)
  }
  return change
}

const sumOf = (records: readonly Readonly<Record<string, string>>[], isVat: boolean): bigint =>
  records
    .filter(({ taxType }) => (taxType === 'VAT') === isVat)
    .reduce((sum, { taxIdr = '' }) => sum + (senIn(taxIdr) ?? 0n), 0n)

for (const seed of [38, 50, 108]) {
  test(`random months, with late trades and corrections, are what is owed (${seed})`, async (t) => {
    const tukar = await startTukar(t)
    const { db } = tukar.service.ctx
    const finance = await makeOperator(tukar, 'finance')
    const pairs = await listPairs(db.read)
    const user = await makeRichUser(db)
    let month = jakartaDay(new Date(Date.now() - 130 * 86_400_000)).slice(0, 7)
    let late: readonly (readonly [TradedByHand, Pair])[] = []
    let carried: Expected = { tax: 0n, vat: 0n }
    for (const [index, drawn] of fc.sample(drawnMonth, { numRuns: 3, seed }).entries()) {
      await pricesSeen(db, { BTC_IDR: `${rupiah.base}`, USDT_IDR: `${rupiah.quote}` })
      const orders = drawn.orders.map(({ order, isLate }) => {
        const pair = pairs[order.pair % pairs.length]
        assert.ok(pair !== undefined)
        // The last fill of an order is two days after its first, at most: still of this month.
        const day = order.day % 27
        return { pair, isLate, order: orderOf({ ...order, day }, pair, monthStart(month)) }
      })
      const isLast = index === 2
      const inTime = orders.filter(({ isLate }) => isLast || !isLate)
      const expected: Expected = { tax: 0n, vat: await chargeFees(tukar, user, drawn, month) }
      const settled = [...late, ...inTime.map(({ order, pair }) => [order, pair] as const)]
      for (const [order, pair] of settled) {
        await settle(tukar, user, order, pair)
        for (const [, tax = '0', vat = '0'] of taxesByHand(order, rupiah, noRaise).values()) {
          expected.tax += BigInt(tax)
          expected.vat += BigInt(vat)
        }
      }
      expected.tax += await correct(tukar, finance, drawn)
      await agreedTax(tukar, finance, 'tax-months', { month })
      const records = await recordsOf(tukar, finance, month)
      assert.deepEqual({ tax: sumOf(records, false), vat: sumOf(records, true) }, expected)
      const closed = await payLast(tukar, finance)
      assert.deepEqual(
        { tax: senIn(closed.taxIdr), vat: senIn(closed.vatIdr), items: closed.items },
        { ...expected, items: records.length },
      )
      // What is negative is carried to the next month; else nothing is owed after the payment.
      const left = (sum: bigint) => (sum < 0n ? sum : 0n)
      carried = { tax: left(carried.tax + expected.tax), vat: left(carried.vat + expected.vat) }
      const owed = await owedOf(db)
      assert.deepEqual(owed, { 'house.tax': `${carried.tax}`, 'house.vat': `${carried.vat}` })
      late = orders
        .filter(({ isLate }) => !isLast && isLate)
        .map(({ order, pair }) => [order, pair] as const)
      month = monthAfter(month)
    }
    await auditsClean(db, [orderHolds])
  })
}
