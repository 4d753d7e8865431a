import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { messageOf } from '../../../../tests/make/answers.ts'
import { makeKey } from '../../../../tests/make/api-key.ts'
import { mailsTo } from '../../../../tests/make/mails.ts'
import { codeOf, shownSecret } from '../../../../tests/make/totp.ts'
import { expectOk, makeTrader, type Trader } from '../../../../tests/make/trader.ts'
import { makeWithdrawer, withdrawCoin } from '../../../../tests/make/withdrawal.ts'

const refused = [400, 'api.email_otp_error']

/** Requests a code as an app does; returns its mail. */
async function mailFor(tukar: Tukar, { email }: Trader, purpose?: string) {
  const codes = async () => (await mailsTo(tukar, email)).filter(({ code }) => code !== null)
  const before = (await codes()).length
  expectOk(await tukar.call('POST', '/api/email/otp-code', { body: { email, purpose } }))
  return eventually('a mail with a code', async () => {
    const [newest, ...older] = await codes()
    return older.length === before && newest
  })
}

const codeFor = async (tukar: Tukar, trader: Trader, purpose?: string): Promise<string> =>
  (await mailFor(tukar, trader, purpose)).code ?? ''

/** What takes a mailed code: by a user without an app, and withdrawing by one who has bound one. */
async function actions(tukar: Tukar) {
  const trader = await makeTrader(tukar)
  const withdrawer = await makeWithdrawer(tukar)
  const { apiKeyId, apiKey } = await makeKey(tukar, trader)
  const secret = await shownSecret(tukar, trader)
  const { token } = trader
  const key = { apiKeyId, apiKey, permissions: ['read', 'trade'] }
  return {
    trader,
    withdrawer,
    create: (emailOtpCode: string) => {
      const body = { apiName: 'bot', permissions: ['read'], emailOtpCode }
      return tukar.call('POST', '/api/user/api-key', { token, body })
    },
    widen: (emailOtpCode: string) =>
      tukar.call('PUT', '/api/user/api-key', { token, body: { ...key, emailOtpCode } }),
    bind: (emailOtpCode: string) => {
      const body = { otpCode: codeOf(secret), emailOtpCode }
      return tukar.call('POST', '/api/users/twofa-bind', { token, body })
    },
    withdraw: (otpCode: string) => withdrawCoin(tukar, withdrawer, { otpCode }),
  }
}

test('a code without a purpose creates a key or withdraws, and does nothing else', async (t) => {
  const tukar = await startTukar(t)
  const { trader, withdrawer, create, widen, bind, withdraw } = await actions(tukar)
  const code = await codeFor(tukar, trader)
  assert.deepEqual(messageOf(await widen(code)), refused)
  assert.deepEqual(messageOf(await bind(code)), refused)
  expectOk(await create(code))
  expectOk(await withdraw(await codeFor(tukar, withdrawer)))
})

test('a code mailed for keys issues one, and neither binds an app nor withdraws', async (t) => {
  const tukar = await startTukar(t)
  const { trader, withdrawer, create, widen, bind, withdraw } = await actions(tukar)
  const code = await codeFor(tukar, trader, 'api-key')
  assert.deepEqual(messageOf(await bind(code)), refused)
  expectOk(await widen(code))
  expectOk(await create(await codeFor(tukar, trader, 'api-key')))
  assert.deepEqual(messageOf(await withdraw(await codeFor(tukar, withdrawer, 'api-key'))), refused)
})

test('a code mailed for an authenticator binds it, and serves no key or withdrawal', async (t) => {
  const tukar = await startTukar(t)
  const { trader, withdrawer, create, widen, bind, withdraw } = await actions(tukar)
  const code = await codeFor(tukar, trader, 'authenticator')
  assert.deepEqual(messageOf(await create(code)), refused)
  assert.deepEqual(messageOf(await widen(code)), refused)
  expectOk(await bind(code))
  const other = await codeFor(tukar, withdrawer, 'authenticator')
  assert.deepEqual(messageOf(await withdraw(other)), refused)
})

test('wrong codes count together, whatever the purpose', async (t) => {
  const tukar = await startTukar(t)
  const { trader, create, bind } = await actions(tukar)
  const code = await codeFor(tukar, trader, 'api-key')
  const wrong = code === '000000' ? '000001' : '000000'
  for (const guess of [create, bind, create, bind, create]) {
    assert.deepEqual(messageOf(await guess(wrong)), refused)
  }
  assert.deepEqual(messageOf(await create(code)), refused)
})

test('an unknown purpose is refused, and the mail of a known one names it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const body = { email: trader.email, purpose: 'withdrawal' }
  const answer = await tukar.call('POST', '/api/email/otp-code', { body })
  assert.equal(answer.status, 400, answer.text)
  const subjects: string[] = []
  for (const language of ['en', 'id']) {
    const path = '/api/users/language'
    expectOk(await tukar.call('PATCH', path, { token: trader.token, body: { language } }))
    subjects.push((await mailFor(tukar, trader, 'authenticator')).subject)
  }
  assert.deepEqual(subjects, [
    'Your code to turn on two-factor authentication',
    'Kode Anda untuk mengaktifkan autentikasi dua faktor',
  ])
})
