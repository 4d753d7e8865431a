import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { fillOrder, makeOrderTrader, placeOrder, stillMarket } from '../../../tests/make/order.ts'
import { leaderOf } from '../../../tests/make/payx.ts'
import { setLimits } from '../../../tests/make/set-limits.ts'
import { poolComesToAgree, poolOf } from '../../../tests/make/venue-books.ts'
import { sweepDust } from '../../app/trading/executions/sweep-dust.ts'
import { assetId } from '../../base/values/ids.ts'
import { reconcile } from './reconcile.ts'
import { venueComparisonLimits } from './reconciliation-limits.ts'
import { venueFlowsOf } from './venue-parts.rules.ts'

/**
 * Starts a service that was compared once before any trade; the venue's balance has more decimals
 * than a rupiah.
 */
async function start(t: TestContext) {
  const tukar = await startTukar(t)
  await stillMarket(tukar)
  const { ctx } = await leaderOf(tukar)
  const odd = { asset: 'IDR', free: '90000000000.12345678' }
  await tukar.control('POST', '/venue/balances', odd)
  await reconcile(ctx)
  return { tukar, ctx, pool: await poolOf(tukar) }
}

const breaks = async ({ service }: Tukar) => {
  const { rows } = await sql<{ subject: string; theirs: string; ours: string; open: boolean }>`
    select subject, theirs, ours, resolved_at is null as open from breaks
    where provider = 'venue' order by id`.execute(service.ctx.db.read)
  return rows.map(({ open, ...row }) => [open ? 'open' : 'over', ...Object.values(row)].join(' | '))
}

test('trades are in both books, to less than a unit, without a break', async (t) => {
  const { tukar, ctx, pool } = await start(t)
  const trader = await makeOrderTrader(tukar)
  const odd = { side: 'SELL', price: '1640000333', volume: '0.00003' }
  const sold = await placeOrder(tukar, trader, odd)
  await fillOrder(tukar, sold, '0.00003')
  const bought = await placeOrder(tukar, trader, { price: '1600000777' })
  await fillOrder(tukar, bought, '0.00333')
  await poolComesToAgree(tukar, pool)
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar), [])
  await sweepDust(ctx)
  await fillOrder(tukar, bought, '0.00667')
  await poolComesToAgree(tukar, pool)
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar), [])
})

test('one part that is missing at the venue is a break, until it is there again', async (t) => {
  setLimits(t, venueComparisonLimits, { settleMs: 100 })
  const { tukar, ctx } = await start(t)
  await tukar.control('POST', '/venue/balances', { asset: 'IDR', free: '90000000000.12345677' })
  await reconcile(ctx)
  const line = 'IDR | 90000000000.12345677 | 90000000000.12345678'
  assert.deepEqual(await breaks(tukar), [`open | ${line}`])
  await tukar.control('POST', '/venue/balances', { asset: 'IDR', free: '90000000000.12345678' })
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar), [`over | ${line}`])
})

test('a fill under way is no break', async (t) => {
  const { tukar, ctx, pool } = await start(t)
  const trader = await makeOrderTrader(tukar)
  const orders = await Promise.all(Array.from({ length: 8 }, () => placeOrder(tukar, trader)))
  const comparing = reconcile(ctx)
  for (const orderNo of orders) await fillOrder(tukar, orderNo, '0.01')
  await comparing
  assert.deepEqual(await breaks(tukar), [])
  await poolComesToAgree(tukar, pool)
})

test('while the venue is away open breaks stay as they were', async (t) => {
  setLimits(t, venueComparisonLimits, { settleMs: 100 })
  const { tukar, ctx } = await start(t)
  await tukar.control('POST', '/venue/balances', { asset: 'BTC', free: '9999' })
  await reconcile(ctx)
  const noted = await breaks(tukar)
  assert.equal(noted.length, 1)
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  await tukar.control('POST', '/venue/balances', { asset: 'BTC', free: '10000' })
  await reconcile(ctx)
  assert.deepEqual(await breaks(tukar), noted)
  await tukar.control('DELETE', '/faults')
  await eventually('its end', async () => {
    await reconcile(ctx)
    return (await breaks(tukar))[0]?.startsWith('over')
  })
})

test('a purchase adds volume less commission and subtracts money, a sale the reverse', () => {
  const [idr, ether, tether] = [
    { id: assetId(1), symbol: 'IDR', scale: 2 },
    { id: assetId(4), symbol: 'ETH', scale: 18 },
    { id: assetId(2), symbol: 'USDT', scale: 6 },
  ]
  const one = { baseId: ether.id, quoteId: idr.id, volume: 10n ** 18n, quote: 777n, commission: 5n }
  const units = (asset: typeof idr, side: 'BUY' | 'SELL') => {
    const { arriving, leaving } = venueFlowsOf(asset, [{ ...one, side }])
    return [arriving.units, leaving.units]
  }
  assert.deepEqual(units(ether, 'BUY'), [10n ** 18n, 5n * 10n ** 10n])
  assert.deepEqual(units(idr, 'BUY'), [0n, 777n])
  assert.deepEqual(units(ether, 'SELL'), [0n, 10n ** 18n])
  assert.deepEqual(units(idr, 'SELL'), [777n, 5n])
  assert.deepEqual(units(tether, 'BUY'), [0n, 0n])
})
