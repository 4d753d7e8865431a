import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../../tests/harness.ts'
import { makeFirstAdmin } from '../../../../tests/make/operator.ts'
import { putAgreed } from '../../../../tests/make/proposals.ts'
import { findPair } from '../../../core/reference/pairs.sql.ts'
import { comparePairs } from './compare-pairs.ts'
import { loadPairs } from './load-pairs.ts'

const change = (tukar: Tukar, txPair: string, values: Readonly<Record<string, string | boolean>>) =>
  tukar.service.ctx.db.read.updateTable('pairs').set(values).where('tx_pair', '=', txPair).execute()

const pairOf = async (tukar: Tukar, txPair: string) => {
  const pair = await findPair(tukar.service.ctx.db.read, txPair)
  assert.ok(pair !== null, txPair)
  return pair
}

async function load(tukar: Tukar) {
  const { complete, lines } = await loadPairs(tukar.service.ctx)
  const lineOf = (txPair: string) => lines.find((line) => line.startsWith(`pair ${txPair}:`))
  return { complete, lines, lineOf }
}

test('bounds become those of the venue, and a second load changes nothing', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, 'BTC_IDR', { lot_step: '1500', min_notional: '1000000' })
  const first = await load(tukar)
  assert.equal(first.lineOf('BTC_IDR'), 'pair BTC_IDR: lotStep 0.00001, minNotional 20000 (open)')
  assert.equal(first.lineOf('ETH_IDR'), 'pair ETH_IDR: unchanged (open)')
  const { lotStep, minNotional } = await pairOf(tukar, 'BTC_IDR')
  assert.deepEqual([lotStep.units, minNotional.units], [1000n, 2_000_000n])
  assert.equal(await comparePairs(tukar.service.ctx), 0)
  const second = await load(tukar)
  assert.equal(second.lineOf('BTC_IDR'), 'pair BTC_IDR: unchanged (open)')
  const { rows } = await tukar.service.ctx.db.pool.query<{ before: unknown; after: unknown }>(
    `select before, after from operator_audit where action = 'catalogue.load'`,
  )
  assert.deepEqual(rows, [
    {
      before: { lotStep: '0.000015', minNotional: '10000' },
      after: { lotStep: '0.00001', minNotional: '20000' },
    },
  ])
})

test("an operator's change of a pair stays", async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  await putAgreed(tukar, admin, 'pairs/BTC_IDR', { minNotional: '50000' })
  await change(tukar, 'BTC_IDR', { lot_step: '1500' })
  const { lineOf } = await load(tukar)
  assert.equal(
    lineOf('BTC_IDR'),
    'pair BTC_IDR: lotStep 0.00001; an operator set minNotional (open)',
  )
  const { minNotional, lotStep } = await pairOf(tukar, 'BTC_IDR')
  assert.deepEqual([minNotional.units, lotStep.units], [5_000_000n, 1000n])
})

test("an operator's bound against the venue's keeps no other pair from loading", async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  await change(tukar, 'BTC_IDR', { max_market_quantity: '50000000' })
  await putAgreed(tukar, admin, 'pairs/BTC_IDR', { maxQuantity: '0.5' })
  await change(tukar, 'ETH_IDR', { min_notional: '1000000' })
  const { lineOf } = await load(tukar)
  const why = "because the venue's bounds contradict maxQuantity, which operators set"
  assert.equal(lineOf('BTC_IDR'), `pair BTC_IDR: unchanged, ${why}`)
  assert.equal(lineOf('ETH_IDR'), 'pair ETH_IDR: minNotional 20000 (open)')
  const { maxQuantity, maxMarketQuantity } = await pairOf(tukar, 'BTC_IDR')
  assert.deepEqual([maxQuantity.units, maxMarketQuantity.units], [50_000_000n, 50_000_000n])
})

test('a pair that the venue does not trade is closed, and stays closed', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, 'BTC_IDR', { venue_symbol: 'DOGEIDR' })
  await change(tukar, 'ETH_IDR', { active: false })
  const { lineOf } = await load(tukar)
  const why = 'closed now, because the venue does not trade it'
  assert.equal(lineOf('BTC_IDR'), `pair BTC_IDR: ${why}`)
  assert.equal(lineOf('ETH_IDR'), 'pair ETH_IDR: unchanged (closed: open it with PUT pairs)')
  assert.equal((await pairOf(tukar, 'BTC_IDR')).active, false)
  assert.equal((await pairOf(tukar, 'ETH_IDR')).active, false)
})

test('a pair of our assets that the venue trades and we lack is added, closed', async (t) => {
  const tukar = await startTukar(t)
  await tukar.service.ctx.db.pool.query(`delete from pairs where tx_pair = 'XRP_IDR'`)
  assert.match((await load(tukar)).lineOf('XRP_IDR') ?? '', /^pair XRP_IDR: added, closed/)
  const { active, venueSymbol, category, priceTick, lotStep } = await pairOf(tukar, 'XRP_IDR')
  assert.deepEqual([active, venueSymbol, category.code], [false, 'XRPIDR', 'RUPIAH'])
  assert.deepEqual([priceTick.units, lotStep.units], [100n, 100_000n])
  assert.match((await load(tukar)).lineOf('XRP_IDR') ?? '', /unchanged \(closed/)
})

test('while the venue is away pairs stay as they are, and the load is incomplete', async (t) => {
  const tukar = await startTukar(t)
  await change(tukar, 'BTC_IDR', { lot_step: '1500' })
  await tukar.control('POST', '/faults', { provider: 'venue', fault: 'error-500' })
  const { complete, lines } = await load(tukar)
  assert.deepEqual([complete, lines.length], [false, 1])
  assert.equal((await pairOf(tukar, 'BTC_IDR')).lotStep.units, 1500n)
})
