import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startTukar } from '../harness.ts'
import { hurried } from '../make/due-jobs.ts'
import { codeOf } from '../make/totp.ts'
import { expectOk } from '../make/trader.ts'

describe("the sandbox's trader", () => {
  test('is verified, funded and signed in, and may sign in again with the secret', async (t) => {
    const tukar = await startTukar(t)
    const making = tukar.control('POST', '/traders')
    const made = await hurried(tukar.service.ctx.db, 'the trader', () =>
      Promise.race([making, setTimeout(20, null)]),
    )
    expectOk(made)
    const { email, password, totpSecret, accessToken, balances } = made.body
    const me = await tukar.call('GET', '/api/users/me', { token: accessToken })
    expectOk(me)
    const { identityStatus, bind2FA } = me.body.data
    assert.deepEqual([me.body.data.email, identityStatus, bind2FA], [email, 'success', true])
    assert.deepEqual(Object.keys(balances).sort(), ['BTC', 'ETH', 'IDR', 'USDT'])
    const body = { email, password, otpCode: codeOf(totpSecret, 1) }
    expectOk(await tukar.call('POST', '/api/auth/login', { body }))
  })
})
