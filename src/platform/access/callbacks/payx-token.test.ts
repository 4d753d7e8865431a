import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar } from '../../../../tests/harness.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { inboxOf } from '../../../../tests/make/inbox-node.ts'
import type { Context } from '../../../context.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { payxDepositToken, payxWithdrawalToken } from './payx-token.ts'

const payx: Context['config']['payx'] = {
  baseUrl: '',
  secretKey: '',
  depositTokens: ['deposit-token'],
  withdrawalTokens: ['withdrawal-token'],
  callbackSources: [],
}

const sent = (token: string, ip = '127.0.0.1'): HttpRequest => ({
  id: 'test-request',
  method: 'POST',
  url: '/api/webhook/payx/handle-deposit-paid',
  ip,
  headers: { 'x-callback-token': token },
  raw: Buffer.from('{}'),
})

/** Returns whether a request is admitted. */
async function admits(access: typeof payxDepositToken, ctx: Context, request: HttpRequest) {
  try {
    await access.admit(ctx, request)
    return true
  } catch {
    return false
  }
}

test('during a change of token the old and the new one count, each for its kind', async (t) => {
  const both = {
    depositTokens: ['deposit-token', 'new-deposit'],
    withdrawalTokens: ['withdrawal-token', 'new-payout'],
  } as const
  const ctx = httpContext(t, { config: { payx: { ...payx, ...both } } })
  for (const token of ['deposit-token', 'new-deposit']) {
    assert.ok(await admits(payxDepositToken, ctx, sent(token)), token)
    assert.ok(!(await admits(payxWithdrawalToken, ctx, sent(token))), token)
  }
  for (const token of ['withdrawal-token', 'new-payout']) {
    assert.ok(await admits(payxWithdrawalToken, ctx, sent(token)), token)
    assert.ok(!(await admits(payxDepositToken, ctx, sent(token))), token)
  }
  for (const token of ['', 'deposit-token,new-deposit', 'null']) {
    assert.ok(!(await admits(payxDepositToken, ctx, sent(token))), token)
    assert.ok(!(await admits(payxDepositToken, httpContext(t, { config: { payx } }), sent(token))))
  }
})

test('from outside of its source networks the right token of payx is refused', async (t) => {
  const callbackSources = ['203.0.113.8', '198.51.100.0/28']
  const ctx = httpContext(t, { config: { payx: { ...payx, callbackSources } } })
  for (const ip of ['203.0.113.8', '198.51.100.15']) {
    assert.ok(await admits(payxDepositToken, ctx, sent('deposit-token', ip)), ip)
    assert.ok(!(await admits(payxDepositToken, ctx, sent('wrong', ip))), ip)
  }
  for (const ip of ['203.0.113.9', '198.51.100.16', '127.0.0.1']) {
    assert.ok(!(await admits(payxDepositToken, ctx, sent('deposit-token', ip))), ip)
    assert.ok(!(await admits(payxWithdrawalToken, ctx, sent('withdrawal-token', ip))), ip)
  }
})

test('a payx callback without its own token is refused in its shape, and not stored', async (t) => {
  const tukar = await startTukar(t)
  const { payx } = tukar.config
  const { secretKey } = payx
  const [depositToken, withdrawalToken] = [payx.depositTokens[0], payx.withdrawalTokens[0]]
  const callbacks = [
    ['handle-deposit-paid', depositToken, withdrawalToken],
    ['handle-deposit-paid-qris', depositToken, withdrawalToken],
    ['handle-created-va', depositToken, withdrawalToken],
    ['handle-withdrawal', withdrawalToken, depositToken],
  ] as const
  for (const [path, own, other] of callbacks) {
    const bent = [own.toUpperCase(), own.slice(0, -1), `${own}0`, `${own}, ${own}`]
    for (const token of [undefined, '', 'wrong', other, secretKey, ...bent]) {
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
  assert.deepEqual(await inboxOf(tukar.service.ctx.db), [])
})
