import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { bindTotp, codeOf, forgetSteps, wrongCodeOf } from '../../../tests/make/totp.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { isRefusal } from '../../base/refusal.ts'
import { findUserByEmail, type User } from '../../core/users/users.sql.ts'
import { startSession } from '../../platform/access/sessions/tokens.ts'

const otpFailed = [403, 'auth.otp_failed']

const login = (tukar: Tukar, { email }: Trader, typed: object) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password, ...typed } })

test('with two factors bound, signing in takes the password and a fresh code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const otpCode = codeOf(secret)
  const wrong = await login(tukar, trader, { otpCode: wrongCodeOf(secret) })
  assert.deepEqual(messageOf(wrong), otpFailed)
  assert.equal('data' in wrong.body, false)
  assert.deepEqual(messageOf(await login(tukar, trader, {})), otpFailed)
  assert.deepEqual(messageOf(await login(tukar, trader, { otpCode: '' })), otpFailed)
  const signedIn = await login(tukar, trader, { otpCode })
  assert.deepEqual(messageOf(signedIn), [200, 'auth.logged_in'])
  const { token } = signedIn.body.data.xToken
  assert.equal((await tukar.call('GET', '/api/users/me', { token })).status, 200)
  assert.deepEqual(messageOf(await login(tukar, trader, { otpCode })), otpFailed)
})

test('a right code with a wrong password is a wrong password, and spends no code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const otpCode = codeOf(await bindTotp(tukar, trader))
  const guess = { password: 'Wrong-Horse-9', otpCode }
  assert.deepEqual(messageOf(await login(tukar, trader, guess)), [401, 'auth.failed'])
  assert.equal((await login(tukar, trader, { otpCode })).status, 200)
})

test('a missing code never counts as a try', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  for (let time = 0; time < 7; time += 1) {
    assert.deepEqual(messageOf(await login(tukar, trader, {})), otpFailed)
  }
  assert.equal((await login(tukar, trader, { otpCode: codeOf(secret) })).status, 200)
})

test('sign-ins at once with one code start one session', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const otpCode = codeOf(await bindTotp(tukar, trader))
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => login(tukar, trader, { otpCode })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('without a second factor a code is ignored', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.equal((await login(tukar, trader, { otpCode: '123456' })).status, 200)
  const secret = await bindTotp(tukar, trader)
  const { token } = trader
  const body = { otpCode: codeOf(secret) }
  assert.equal((await tukar.call('POST', '/api/users/twofa-unbind', { token, body })).status, 200)
  await forgetSteps(tukar, trader)
  assert.equal((await login(tukar, trader, {})).status, 200)
})

test('a login checked against factors that changed meanwhile starts no session', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { ctx } = tukar.service
  const read = async (): Promise<User> => {
    const user = await findUserByEmail(ctx.db.read, trader.email)
    assert.ok(user)
    return user
  }
  const start = (judged: User) =>
    ctx.db.inTransaction((tx) => startSession(tx, ctx, judged, { headers: {}, ip: '127.0.0.1' }))
  const failed = (error: unknown) => isRefusal(error) && error.key === 'auth.failed'
  const unbound = await read()
  const secret = await bindTotp(tukar, trader)
  await assert.rejects(start(unbound), failed)
  const bound = await read()
  await start(bound)
  const { token } = trader
  const body = { otpCode: codeOf(secret) }
  assert.equal((await tukar.call('POST', '/api/users/twofa-unbind', { token, body })).status, 200)
  await assert.rejects(start(bound), failed)
})
