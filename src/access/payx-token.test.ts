import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../tests/harness.ts'

test('a payx callback without its own token is refused in the shape payx reads', async (t) => {
  const tukar = await startTukar(t)
  const { depositToken, withdrawalToken, secretKey } = tukar.config.payx
  const wrong = [
    undefined,
    '',
    withdrawalToken,
    secretKey,
    depositToken.toUpperCase(),
    depositToken.slice(0, -1),
    `${depositToken}0`,
    `${depositToken}, ${depositToken}`,
  ]
  for (const path of ['handle-deposit-paid', 'handle-created-va']) {
    for (const token of wrong) {
      const answer = await tukar.call('POST', `/api/webhook/payx/${path}`, {
        body: {},
        headers: token === undefined ? {} : { 'x-callback-token': token },
      })
      assert.equal(answer.status, 401, `${path} ${token}`)
      assert.deepEqual(answer.body, {
        response_code: 401,
        response_message: 'invalid callback token',
        response_data: null,
      })
    }
  }
})
