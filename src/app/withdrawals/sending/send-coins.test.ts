import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import {
  becomes,
  holdStill,
  makeWithdrawer,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { lockWithdrawals } from '../model/withdrawals.sql.ts'
import { coinSender } from './send-coins.ts'

test('a refusal of our key or our rights ends no withdrawal', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  await holdStill(tukar)
  const asked = await withdrawCoin(tukar, trader)
  assert.equal(asked.status, 200, asked.text)
  await becomes(tukar, trader, 'SUBMITTED')
  const { db, config, log, payx, custody } = tukar.service.ctx
  const id = asked.body.data.request_id
  const withdrawal = (await db.inTransaction((tx) => lockWithdrawals(tx, [id]))).get(id)
  assert.ok(withdrawal)
  const isOfWithdrawal = async (status: number, message = 'no', code = '1503') => {
    const answer = { kind: 'rejected', code, status, message } as const
    const refusing = { ...custody, send: async () => answer }
    const said = await coinSender.send({ db, config, log, payx, custody: refusing }, withdrawal)
    assert.ok(said?.kind === 'refusal')
    return said.isOfWithdrawal
  }
  for (const status of [401, 403, 408, 409, 425, 429]) {
    assert.equal(await isOfWithdrawal(status), false, String(status))
  }
  assert.equal(await isOfWithdrawal(400, ''), false, 'an answer without a sentence')
  assert.equal(await isOfWithdrawal(404, 'no', 'HTTP_404'), false, 'a wrong address')
  for (const status of [400, 404, 422]) assert.equal(await isOfWithdrawal(status), true)
})
