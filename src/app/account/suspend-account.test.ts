import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { bindTotp, codeOf, wrongCodeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { makeVirtualAccount } from '../../../tests/make/virtual-account.ts'
import { restoreUser } from '../../core/users/users.sql.ts'

const suspended = [200, 'api.user_suspended']
const wrongPassword = [400, 'auth.password']

const suspend = (tukar: Tukar, { token }: Trader, body: unknown) =>
  tukar.call('POST', '/api/user/suspend', { token, body })

const signIn = (tukar: Tukar, { email }: Trader, otpCode?: string) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password, otpCode } })

test('suspending ends every session, blocks every sign-in and notifies the user', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const second = (await signIn(tukar, trader)).body.data
  const answer = await suspend(tukar, trader, { password, reason: 'I lost my phone' })
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'api.user_suspended',
    result: true,
  })
  for (const token of [trader.token, second.xToken.token]) {
    const me = await tukar.call('GET', '/api/users/me', { token })
    assert.deepEqual(messageOf(me), [401, 'auth.unauthenticated'])
  }
  for (const refreshToken of [trader.refreshToken, second.refreshToken]) {
    const refreshed = await tukar.call('POST', '/api/auth/refresh-token', {
      body: { refreshToken },
    })
    assert.deepEqual(messageOf(refreshed), [401, 'api.invalid_token'])
  }
  assert.deepEqual(messageOf(await signIn(tukar, trader)), [403, 'auth.account_suspended'])
  expectOk(await tukar.call('GET', '/api/users/me', { token: other.token }))
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.match(mail?.subject ?? '', /suspended/)
  const stored = await sql<{ reason: string }>`
    select suspension_reason as reason from users where id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(stored.rows, [{ reason: 'I lost my phone' }])
})

test('a secret that was shown before a suspension is replaced after it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  const shownTo = async (token: string): Promise<string> => {
    const page = await tukar.call('GET', '/api/users/twofa-secret', { token })
    expectOk(page)
    return page.body.data.secret2FA
  }
  const before = await shownTo(trader.token)
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password })), suspended)
  await db.inTransaction((tx) => restoreUser(tx, trader.id))
  const again = (await signIn(tukar, trader)).body.data.xToken.token
  assert.notEqual(await shownTo(again), before)
})

test('devices of a suspended account receive nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { id, token } = trader
  const body = { user_id: id, fcm_token: 'phone' }
  expectOk(await tukar.call('POST', '/api/fcm/token', { token, body }))
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password })), suspended)
  const left = await sql`select 1 from push_tokens`.execute(tukar.service.ctx.db.read)
  assert.equal(left.rows.length, 0)
})

test('a token alone suspends no account: the password is required', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(messageOf(await suspend(tukar, trader, {})), [
    400,
    'The password field is required.',
  ])
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password: 'Wrong-1' })), wrongPassword)
  expectOk(await tukar.call('GET', '/api/users/me', { token: trader.token }))
})

test('wrong passwords count together with those of signing in', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { email } = trader
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(
      messageOf(await suspend(tukar, trader, { password: 'Wrong-1' })),
      wrongPassword,
    )
  }
  for (let time = 0; time < 2; time += 1) {
    const body = { email, password: 'Wrong-1' }
    assert.equal((await tukar.call('POST', '/api/auth/login', { body })).status, 401)
  }
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password })), [429, 'auth.throttle'])
  assert.deepEqual(messageOf(await signIn(tukar, trader)), [429, 'auth.throttle'])
  expectOk(await tukar.call('GET', '/api/users/me', { token: trader.token }))
})

test('a user with two factors suspends with both; the password is checked first', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const otpFailed = [403, 'auth.otp_failed']
  const otpCode = codeOf(secret)
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password: 'Wrong-1', otpCode })), [
    400,
    'auth.password',
  ])
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password })), otpFailed)
  const wrong = { password, otpCode: wrongCodeOf(secret) }
  assert.deepEqual(messageOf(await suspend(tukar, trader, wrong)), otpFailed)
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password, otpCode })), suspended)
})

test('requests at once suspend once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => suspend(tukar, trader, { password })),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => [200, 401, 403].includes(status)))
})

test('money that is paid to a suspended user still arrives', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { accountNumber } = await makeVirtualAccount(tukar, trader)
  assert.deepEqual(messageOf(await suspend(tukar, trader, { password })), suspended)
  const payment = { accountNumber, amount: 250_000 }
  expectOk(await tukar.control('POST', '/payx/va-payments', payment))
  const balance = await eventually('the credit', async () => {
    const found = await sql<{ available: string }>`
      select available from balances where user_id = ${trader.id} and available > 0`.execute(
      tukar.service.ctx.db.read,
    )
    return found.rows[0]?.available
  })
  assert.equal(balance, '24556000')
})
