import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar } from '../../../../tests/harness.ts'
import { bindTotp, codeOf } from '../../../../tests/make/totp.ts'
import { makeTrader } from '../../../../tests/make/trader.ts'
import { sessionsWait } from '../../../../tests/make/waiting-sessions.ts'
import { isRefusal, refuse } from '../../../base/refusal.ts'
import { withTotp } from './totp.ts'

test('finished work returns its result even if its tries cannot be reset', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const code = codeOf(await bindTotp(tukar, trader))
  const counters = { ...ctx.counters, reset: () => Promise.reject(new Error('away')) }
  const attempt = { user: trader.id, code }
  assert.equal(await withTotp({ ...ctx, counters }, attempt, async () => 'done'), 'done')
})

test('a right code whose work is refused is no try', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const code = codeOf(await bindTotp(tukar, trader))
  const use = (work: () => Promise<string>) => withTotp(ctx, { user: trader.id, code }, work)
  for (let time = 0; time < 6; time += 1) {
    await assert.rejects(
      use(async () => refuse('api.already_decided')),
      (error) => isRefusal(error) && error.key === 'api.already_decided',
    )
  }
  assert.equal(await use(async () => 'done'), 'done')
})

test('a code that two requests compared before either used it works for one of them', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const code = codeOf(await bindTotp(tukar, trader))
  const use = () => withTotp(ctx, { user: trader.id, code }, async () => 'done')
  let uses: Promise<readonly PromiseSettledResult<string>[]> = Promise.resolve([])
  // The lock keeps both from using the code until both have compared it.
  await ctx.db.inTransaction(async (tx) => {
    await sql`select from totp_secrets where user_id = ${trader.id} for update`.execute(tx)
    // Watched from the start: one is refused as soon as the lock ends.
    uses = Promise.allSettled([use(), use()])
    await sessionsWait(ctx.db, 2, 'update "totp_secrets"%')
  })
  const outcomes = await uses
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  const [refused] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.ok(isRefusal(refused) && refused.key === 'auth.otp_failed')
})
