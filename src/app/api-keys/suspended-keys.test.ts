import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { callSigned, emailOtp, makeKey } from '../../../tests/make/api-key.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { sessionsWait } from '../../../tests/make/waiting-sessions.ts'
import { storePassword } from '../../core/users/users.sql.ts'
import { endDoubtfulAccess } from '../../platform/access/end-access.ts'

const path = '/api/user/api-key'
const fresh = 'Fresh-Horse-10'
const denied = [403, 'api.api_key_permission_denied']

/** Resets the password by the mailed link; returns a new access token. */
async function resetPassword(tukar: Tukar, { email }: Trader, mailsBefore: number) {
  expectOk(await tukar.call('POST', '/api/auth/password-token', { body: { email } }))
  const mails = await mailsArrived(tukar, email, mailsBefore + 1)
  const link = mails.find((mail) => mail.link?.includes('/reset-password?'))?.link
  const { searchParams } = new URL(link ?? '')
  const body = {
    token: searchParams.get('token'),
    email: searchParams.get('email'),
    password: fresh,
    password_confirmation: fresh,
  }
  expectOk(await tukar.call('POST', '/api/auth/password-reset', { body }))
  const signedIn = await tukar.call('POST', '/api/auth/login', { body: { email, password: fresh } })
  return signedIn.body.data.xToken.token
}

test('a password reset stops keys that move money until a code and an edit', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const trading = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
  const withdrawing = await makeKey(tukar, trader, { permissions: ['withdraw', 'read'] })
  const reading = await makeKey(tukar, trader)
  const foreign = await makeKey(tukar, other, { permissions: ['read', 'trade'] })
  // Four mails have arrived by now: the verification, and one for each key.
  await mailsArrived(tukar, trader.email, 3)
  const token = await resetPassword(tukar, trader, 3)
  assert.deepEqual(messageOf(await callSigned(tukar, trading)), denied)
  assert.deepEqual(messageOf(await callSigned(tukar, withdrawing)), denied)
  assert.equal((await callSigned(tukar, reading)).status, 200)
  assert.equal((await callSigned(tukar, foreign)).status, 200)
  const list = await tukar.call('GET', `${path}?sort=asc`, { token })
  const suspended = list.body.data.data.map((key: { suspended: boolean }) => key.suspended)
  assert.deepEqual(suspended, [true, true, false])
  const { apiKeyId, apiKey } = trading
  const body = { apiKeyId, apiKey, permissions: ['read', 'trade'] }
  const alone = await tukar.call('PUT', path, { token, body })
  assert.deepEqual(messageOf(alone), [400, 'api.email_otp_error'])
  const emailOtpCode = await emailOtp(tukar, trader)
  const edited = await tukar.call('PUT', path, { token, body: { ...body, emailOtpCode } })
  expectOk(edited)
  assert.equal(edited.body.data.suspended, false)
  assert.equal((await callSigned(tukar, edited.body.data)).status, 200)
  assert.deepEqual(messageOf(await callSigned(tukar, trading)), [401, 'auth.unauthenticated'])
  assert.deepEqual(messageOf(await callSigned(tukar, withdrawing)), denied)
})

test('the mail about a new password names the stopped keys', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await resetPassword(tukar, trader, 0)
  const mails = await mailsArrived(tukar, trader.email, 2)
  const mail = mails.find(({ subject }) => subject === 'Your password was changed')
  assert.match(mail?.text ?? '', /API keys that can trade or withdraw are stopped/)
})

const waiting = ({ service: { ctx } }: Tukar) => sessionsWait(ctx.db, 1, '%no key update%')

/** Sends a request that a password reset overtakes after its admission; returns its response. */
async function overtakenByReset(
  tukar: Tukar,
  { id }: Trader,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { ctx } = tukar.service
  const user = id
  const { pending } = await ctx.db.inTransaction(async (tx) => {
    await storePassword(tx, user, {
      passwordHash: 'another',
      passwordLeaked: false,
      lockHours: 24,
    })
    const started = ask()
    await waiting(tukar)
    await endDoubtfulAccess(tx, user)
    return { pending: started }
  })
  return pending
}

test('an edit that a password reset overtakes leaves the key stopped', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
  const { apiKeyId, apiKey } = key
  const body = { apiKeyId, apiKey, permissions: ['read', 'trade'] }
  const answer = await overtakenByReset(tukar, trader, () =>
    tukar.call('PUT', path, { token, body }),
  )
  assert.deepEqual(messageOf(answer), [401, 'auth.unauthenticated'])
  assert.deepEqual(messageOf(await callSigned(tukar, key)), denied)
})

test('a session that a password reset ended makes no key any more', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { token } = trader
  const emailOtpCode = await emailOtp(tukar, trader)
  const body = { apiName: 'bot', permissions: ['read', 'trade'], emailOtpCode }
  const answer = await overtakenByReset(tukar, trader, () =>
    tukar.call('POST', path, { token, body }),
  )
  assert.deepEqual(messageOf(answer), [401, 'auth.unauthenticated'])
  const { rows } = await sql`select 1 from api_keys`.execute(tukar.service.ctx.db.read)
  assert.equal(rows.length, 0)
})
