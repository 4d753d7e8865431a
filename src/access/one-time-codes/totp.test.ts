import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { bindTotp, codeOf } from '../../../tests/make/totp.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { withTotp } from './totp.ts'

test('finished work returns its result though its tries cannot be forgotten', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const code = codeOf(await bindTotp(tukar, trader))
  const counters = { ...ctx.counters, reset: () => Promise.reject(new Error('away')) }
  const asked = { user: trader.id, code }
  assert.equal(await withTotp({ ...ctx, counters }, asked, async () => 'done'), 'done')
})
