import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import {
  becomes,
  holdStill,
  makeWithdrawer,
  withdrawCoin,
} from '../../../../tests/make/withdrawal.ts'
import { coinSender } from './send-coins.ts'
import { lockWithdrawals } from './withdrawals.sql.ts'

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
  const stageOf = async (code: string, status: number) => {
    const answer = { kind: 'rejected', code, status, message: 'no' } as const
    const refusing = { ...custody, send: async () => answer }
    return (await coinSender.send({ db, config, log, payx, custody: refusing }, withdrawal))?.stage
  }
  assert.equal(await stageOf('-8', 403), undefined)
  assert.equal(await stageOf('HTTP_409', 409), undefined)
  assert.equal(await stageOf('1000', 400), 'failed')
})
