import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { addBank } from '../../../tests/make/bank-account.ts'
import { makeTrader } from '../../../tests/make/trader.ts'

test('all change mails share one limit, so that they cannot flood a mailbox', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const token = trader.token
  const setLock = (lock: number) =>
    tukar.call('POST', '/api/biometric/create-or-update', {
      token,
      body: { biometrics_lock: lock },
    })
  const body = { apiKeyId: 1, apiKey: 'none' }
  const dropKey = () => tukar.call('DELETE', '/api/user/api-key', { token, body })
  for (let change = 0; change < 58; change += 1) {
    assert.equal((await setLock(1 - (change % 2))).status, 200)
  }
  assert.equal((await addBank(tukar, trader)).status, 200)
  assert.notEqual((await dropKey()).status, 429)
  for (const change of [() => setLock(1), () => addBank(tukar, trader), dropKey]) {
    assert.deepEqual(messageOf(await change()), [429, 'api.too_many_requests'])
  }
  assert.equal((await addBank(tukar, other)).status, 200)
})
