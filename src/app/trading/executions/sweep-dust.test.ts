import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { auditsClean } from '../../../../tests/make/audit.ts'
import {
  fillOrder,
  makeOrderTrader,
  placeOrder,
  stillMarket,
  storedOrder,
} from '../../../../tests/make/order.ts'
import { leaderOf } from '../../../../tests/make/payx.ts'
import { poolAgrees, poolOf } from '../../../../tests/make/venue-books.ts'
import { assetId } from '../../../base/values/ids.ts'
import { orderHolds } from '../order-model/orders.sql.ts'
import { wholeOf } from './fill.rules.ts'
import { sweepDust } from './sweep-dust.ts'

const dustIn = async ({ service }: Tukar) =>
  (
    await sql<{ symbol: string; parts: string }>`
      select a.symbol, d.dust::text as parts from venue_dust d join assets a on a.id = d.asset_id
      where d.dust <> 0`.execute(service.ctx.db.read)
  ).rows

const postedAs = async ({ service }: Tukar, like: string) =>
  (
    await sql<{ from: number; to: number; units: string }>`
      select from_kind as "from", to_kind as "to", units::text from moves m
      join postings p on p.id = m.posting_id where p.key like ${like}`.execute(service.ctx.db.read)
  ).rows

test('less than a unit at the venue is counted, and posted when it becomes one', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  await leaderOf(tukar)
  const trader = await makeOrderTrader(tukar)
  const pool = await poolOf(tukar)
  // Each sale leaves 0.00999 rupiah, less a millionth for the venue.
  const odd = { side: 'SELL', price: '1640000333', volume: '0.00003' }
  const orders: string[] = []
  for (let sale = 0; sale < 3; sale += 1) orders.push(await placeOrder(tukar, trader, odd))
  for (const orderNo of orders) await fillOrder(tukar, orderNo, '0.00003')
  for (const orderNo of orders) {
    await eventually('its end', async () => (await storedOrder(tukar, orderNo)).status === 'DONE')
  }
  await poolAgrees(tukar, pool)
  await Promise.all([sweepDust(tukar.service.ctx, 1), sweepDust(tukar.service.ctx, 1)])
  await eventually('all of it', async () => {
    const left = await sql`select from venue_dust_steps`.execute(tukar.service.ctx.db.read)
    return left.rows.length === 0
  })
  assert.deepEqual(await dustIn(tukar), [{ symbol: 'IDR', parts: '994003' }])
  const posted = await postedAs(tukar, 'dust:%')
  assert.equal(
    posted.reduce((sum, { units }) => sum + BigInt(units), 0n),
    2n,
  )
  for (const { from, to } of posted) assert.deepEqual([from, to], [4, 10])
  assert.equal(await sweepDust(tukar.service.ctx), 0)
  await poolAgrees(tukar, pool)
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('the dust of an order is counted once, even if its fills arrive one by one', async (t) => {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  await leaderOf(tukar)
  const trader = await makeOrderTrader(tukar)
  const pool = await poolOf(tukar)
  const sale = { side: 'SELL', price: '1640000333', volume: '0.00009' }
  const orderNo = await placeOrder(tukar, trader, sale)
  for (const executed of ['3000', '6000', '9000']) {
    await fillOrder(tukar, orderNo, '0.00003')
    const isBooked = async () => (await storedOrder(tukar, orderNo)).executed === executed
    await eventually(`${executed} units`, isBooked)
  }
  await poolAgrees(tukar, pool)
  await sweepDust(tukar.service.ctx)
  // The sale brings 0.997 units beyond whole ones, less the venue's commission.
  assert.deepEqual(await dustIn(tukar), [{ symbol: 'IDR', parts: '994003' }])
  await auditsClean(tukar.service.ctx.db, [orderHolds])
})

test('negative dust adds up to whole units as well', () => {
  const rupiah = { id: assetId(1), symbol: 'IDR', scale: 2 }
  const ether = { id: assetId(4), symbol: 'ETH', scale: 18 }
  assert.deepEqual(wholeOf({ asset: rupiah, parts: -2_500_000n }), {
    asset: rupiah,
    units: -2n,
    parts: -2_000_000n,
  })
  assert.equal(wholeOf({ asset: rupiah, parts: 999_999n }).units, 0n)
  assert.equal(wholeOf({ asset: ether, parts: 0n }).units, 0n)
})
