import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { certify } from '../../../../tests/make/certification.ts'
import { makeProvenTrader } from '../../../../tests/make/identity.ts'
import { makeOperator } from '../../../../tests/make/operator.ts'
import { closeMonth, traded } from '../../../../tests/make/tax-months.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'
import { findMonth, horizonOf } from '../../../core/taxes/tax-months.sql.ts'
import { linesOf } from './download-tax-month.ts'
import { scopeOf } from './manage-tax-months.ts'

test('the payers of a month are read together, each by name and number', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const traders = [await makeProvenTrader(tukar), await makeTrader(tukar)]
  for (let more = 0; more < 6; more += 1) traders.push(await makeProvenTrader(tukar))
  const [certified, unknown, ofCard] = traders
  assert.ok(certified && unknown && ofCard)
  expectOk(await certify(tukar, certified))
  const finance = await makeOperator(tukar, 'finance')
  await traded(tukar, certified, '2025-09-01')
  for (const trader of traders) await traded(tukar, trader, '2025-10-01', '2025-10-02')
  let reads = 0
  const transformQuery = ({ node }: PluginTransformQueryArgs) => {
    reads += 1
    return node
  }
  const transformResult = async ({ result }: PluginTransformResultArgs) => result
  const read = ctx.db.read.withPlugin({ transformQuery, transformResult })
  const payersOf = async (month: string) => {
    await closeMonth(tukar, finance, month)
    reads = 0
    const counted = { ...ctx, db: { ...ctx.db, read } }
    const scope = await scopeOf(ctx.db.read, month, horizonOf(await findMonth(ctx.db.read, month)))
    const lines = await Array.fromAsync(linesOf(counted, month, scope))
    return { file: lines.join(''), reads }
  }
  const [one, all] = [await payersOf('2025-09'), await payersOf('2025-10')]
  assert.equal(all.reads, one.reads)
  assert.equal(all.file.match(/,[0-9]{16},/g)?.length, 14)
})
