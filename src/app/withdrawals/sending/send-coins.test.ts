import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import {
  becomes,
  makeWithdrawer,
  pauseCustody,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import { coinSender } from './send-coins.ts'

test('a refusal of our key or our rights ends no withdrawal', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  await pauseCustody(tukar)
  const requested = await withdrawCoin(tukar, trader)
  assert.equal(requested.status, 200, requested.text)
  await becomes(tukar, trader, 'SUBMITTED')
  const { clock, db, config, log, payx, custody } = tukar.service.ctx
  const id = requested.body.data.request_id
  const withdrawal = (await db.inTransaction((tx) => lockWithdrawals(tx, [id]))).get(id)
  assert.ok(withdrawal)
  const isOfWithdrawal = async (status: number, message = 'no', code = '1503') => {
    const answer = { kind: 'rejected', code, status, message } as const
    const refusing = { ...custody, send: async () => answer }
    const outcome = await coinSender.send(
      { clock, db, config, log, payx, custody: refusing },
      withdrawal,
    )
    assert.ok(outcome?.kind === 'refusal')
    return outcome.isOfWithdrawal
  }
  for (const status of [401, 403, 408, 409, 425, 429]) {
    assert.equal(await isOfWithdrawal(status), false, String(status))
  }
  assert.equal(await isOfWithdrawal(400, ''), false, 'an answer without a sentence')
  assert.equal(await isOfWithdrawal(404, 'no', 'HTTP_404'), false, 'a wrong address')
  for (const status of [400, 404, 422]) assert.equal(await isOfWithdrawal(status), true)
})
