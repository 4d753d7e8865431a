import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { emailOtp, makeKey } from '../../../tests/make/api-key.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import {
  bindProvisionally,
  bindTotp,
  codeOf,
  forgetSteps,
  provisionOver,
  shownSecret,
  wrongCodeOf,
} from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import {
  cooledOff,
  makeWithdrawer,
  withdrawalsOf,
  withdrawCoin,
} from '../../../tests/make/withdrawal.ts'
import { findUserByEmail } from '../../core/users/users.sql.ts'
import { mintResetLink } from '../session/reset-link.ts'

const bound = [200, 'api.twofa_binded_successfully']
const mailedCodeNeeded = [400, 'api.email_otp_error']
const appCodeNeeded = [403, 'auth.otp_failed']
const signedOut = [401, 'auth.unauthenticated']
const undone = [200, 'auth.change_undone']
const tooLate = [409, 'api.undo_too_late']
const fresh = 'Fresh-Horse-10'

const bind = (tukar: Tukar, { token }: Trader, body: Readonly<Record<string, unknown>>) =>
  tukar.call('POST', '/api/users/twofa-bind', { token, body })

const profile = async (tukar: Tukar, { token }: Trader) =>
  (await tukar.call('GET', '/api/users/me', { token })).body.data

const signIn = (tukar: Tukar, { email }: Trader, fields: Readonly<Record<string, unknown>> = {}) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password, ...fields } })

/** Makes a key, and returns a function that widens it, which takes a step-up. */
async function keyToWiden(tukar: Tukar, trader: Trader) {
  const { apiKeyId, apiKey } = await makeKey(tukar, trader)
  return (codes: Readonly<Record<string, unknown>>) => {
    const body = { apiKeyId, apiKey, permissions: ['read', 'trade'], ...codes }
    return tukar.call('PUT', '/api/user/api-key', { token: trader.token, body })
  }
}

/** The path of the undo link in the newest of so many mails. */
async function undoLink(tukar: Tukar, { email }: Trader, mails: number): Promise<string> {
  const [mail] = await mailsArrived(tukar, email, mails)
  const link = mail?.link ?? ''
  assert.ok(link.startsWith(`${tukar.config.appUrl}/undo-change/`), link)
  return new URL(link).pathname
}

const press = (tukar: Tukar, link: string) => tukar.call('POST', `/api/auth${link}`)

async function reset(tukar: Tukar, { email }: Trader): Promise<void> {
  const { ctx } = tukar.service
  const user = await findUserByEmail(ctx.db.read, email)
  assert.ok(user)
  const link = new URL(await mintResetLink(ctx, user)).searchParams
  const body = { password: fresh, password_confirmation: fresh, ...Object.fromEntries(link) }
  expectOk(await tukar.call('POST', '/api/auth/password-reset', { body }))
}

test('a stolen session binds no app that counts: step-up asks for a mailed code too', async (t) => {
  const tukar = await startTukar(t)
  const thief = await makeTrader(tukar)
  const secret = await shownSecret(tukar, thief)
  assert.deepEqual(messageOf(await bind(tukar, thief, { otpCode: codeOf(secret) })), bound)
  const { bind2FA, provisional2FAUntil } = await profile(tukar, thief)
  assert.equal(bind2FA, true)
  const hours = (Date.parse(provisional2FAUntil) - Date.now()) / 3_600_000
  assert.ok(hours > 23.9 && hours <= 24, provisional2FAUntil)
  await forgetSteps(tukar, thief)
  const widen = await keyToWiden(tukar, thief)
  const twoFACode = codeOf(secret)
  assert.deepEqual(messageOf(await widen({ twoFACode })), mailedCodeNeeded)
  const emailOtpCode = await emailOtp(tukar, thief)
  assert.deepEqual(messageOf(await widen({ emailOtpCode })), appCodeNeeded)
  const wrong = await widen({ emailOtpCode, twoFACode: wrongCodeOf(secret) })
  assert.deepEqual(messageOf(wrong), appCodeNeeded)
  assert.equal((await widen({ emailOtpCode, twoFACode })).status, 200)
})

test('an app counts a day after it was bound: its code alone is step-up', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindProvisionally(tukar, trader)
  await provisionOver(tukar, trader)
  assert.equal((await profile(tukar, trader)).provisional2FAUntil, null)
  const widen = await keyToWiden(tukar, trader)
  assert.equal((await widen({ twoFACode: codeOf(secret) })).status, 200)
})

test('with the password, or a code mailed for it, an app counts at once', async (t) => {
  const tukar = await startTukar(t)
  const proofs = [
    async () => ({ password }),
    async (trader: Trader) => ({ emailOtpCode: await emailOtp(tukar, trader, 'authenticator') }),
  ]
  for (const proof of proofs) {
    const trader = await makeTrader(tukar)
    const secret = await shownSecret(tukar, trader)
    const body = { otpCode: codeOf(secret), ...(await proof(trader)) }
    assert.deepEqual(messageOf(await bind(tukar, trader, body)), bound)
    const { bind2FA, provisional2FAUntil } = await profile(tukar, trader)
    assert.deepEqual([bind2FA, provisional2FAUntil], [true, null])
    await forgetSteps(tukar, trader)
    const [mail] = await mailsArrived(tukar, trader.email, 1)
    assert.doesNotMatch(mail?.link ?? '', /undo-change/)
    const widen = await keyToWiden(tukar, trader)
    assert.equal((await widen({ twoFACode: codeOf(secret) })).status, 200)
  }
})

test('a wrong password, and a code mailed for something else, bind nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const otpCode = codeOf(await shownSecret(tukar, trader))
  const wrong = await bind(tukar, trader, { otpCode, password: 'Wrong-Horse-9' })
  assert.deepEqual(messageOf(wrong), [400, 'auth.password'])
  for (const use of ['general', 'api-key'] as const) {
    const emailOtpCode = await emailOtp(tukar, trader, use)
    const other = await bind(tukar, trader, { otpCode, emailOtpCode })
    assert.deepEqual(messageOf(other), mailedCodeNeeded, use)
  }
  assert.equal((await profile(tukar, trader)).bind2FA, false)
  assert.deepEqual(messageOf(await bind(tukar, trader, { otpCode, password })), bound)
})

test('one mailed code makes one app count, and a wrong app code leaves it valid', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  const emailOtpCode = await emailOtp(tukar, trader, 'authenticator')
  const wrong = await bind(tukar, trader, { otpCode: wrongCodeOf(secret), emailOtpCode })
  assert.deepEqual(messageOf(wrong), appCodeNeeded)
  assert.deepEqual(
    messageOf(await bind(tukar, trader, { otpCode: codeOf(secret), emailOtpCode })),
    bound,
  )
  await forgetSteps(tukar, trader)
  const body = { otpCode: codeOf(secret) }
  expectOk(await tukar.call('POST', '/api/users/twofa-unbind', { token: trader.token, body }))
  const next = { otpCode: codeOf(await shownSecret(tukar, trader), 1), emailOtpCode }
  assert.deepEqual(messageOf(await bind(tukar, trader, next)), mailedCodeNeeded)
})

test('the link in the mail unbinds the app of a thief, and ends that session', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const thief = await makeTrader(tukar)
  await bindProvisionally(tukar, thief)
  assert.deepEqual(messageOf(await signIn(tukar, thief)), appCodeNeeded)
  const link = await undoLink(tukar, thief, 1)
  assert.equal((await tukar.call('GET', link)).status, 200)
  assert.equal((await profile(tukar, thief)).bind2FA, true, 'opening the page changes nothing')
  assert.deepEqual(messageOf(await press(tukar, link)), undone)
  const me = await tukar.call('GET', '/api/users/me', thief)
  assert.deepEqual(messageOf(me), signedOut)
  const owner = await signIn(tukar, thief)
  expectOk(owner)
  const token: string = owner.body.data.xToken.token
  assert.equal((await profile(tukar, { ...thief, token })).bind2FA, false)
  const left = await sql`select from totp_secrets`.execute(tukar.service.ctx.db.read)
  assert.equal(left.rows.length, 0, 'the secret that the thief knows is gone')
  assert.deepEqual(messageOf(await press(tukar, link)), undone, 'a repeat succeeds')
})

test('a link leaves an app that counts, and no link works after a day', async (t) => {
  const tukar = await startTukar(t)
  const [slow, late] = [await makeTrader(tukar), await makeTrader(tukar)]
  await bindProvisionally(tukar, slow)
  const link = await undoLink(tukar, slow, 1)
  await provisionOver(tukar, slow)
  assert.deepEqual(messageOf(await press(tukar, link)), tooLate)
  assert.equal((await profile(tukar, slow)).bind2FA, true)
  await bindProvisionally(tukar, late)
  const old = await undoLink(tukar, late, 1)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 86_401_000 })
  const answer = await press(tukar, old)
  t.mock.timers.reset()
  assert.deepEqual(messageOf(answer), tooLate)
})

test('a link that we did not make undoes nothing', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await bindProvisionally(tukar, trader)
  const link = await undoLink(tukar, trader, 1)
  for (const made of [link.slice(0, -1), `${link}A`, '/undo-change/x']) {
    assert.deepEqual(messageOf(await press(tukar, made)), [401, 'api.invalid_token'])
  }
  assert.equal((await profile(tukar, trader)).bind2FA, true)
})

for (const [name, isRich] of [
  ['an account', false],
  ['an account that holds money', true],
] as const) {
  test(`a password reset unbinds a provisional app of ${name}`, async (t) => {
    const tukar = await startTukar(t)
    const thief = await makeTrader(tukar)
    const { read } = tukar.service.ctx.db
    if (isRich) {
      await sql`
        insert into balances (user_id, asset_id, available, locked)
        values (${thief.id}, 1, 5, 0)`.execute(read)
    }
    await bindProvisionally(tukar, thief)
    await reset(tukar, thief)
    assert.deepEqual(messageOf(await tukar.call('GET', '/api/users/me', thief)), signedOut)
    expectOk(await signIn(tukar, thief, { password: fresh }))
  })
}

test('a password reset unbinds the provisional app of a proven owner, and no other', async (t) => {
  const tukar = await startTukar(t)
  const [thief, owner] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const trader of [thief, owner]) await makeKey(tukar, trader)
  await bindProvisionally(tukar, thief)
  const secret = await bindTotp(tukar, owner)
  await reset(tukar, thief)
  await reset(tukar, owner)
  expectOk(await signIn(tukar, thief, { password: fresh }))
  assert.deepEqual(messageOf(await signIn(tukar, owner, { password: fresh })), appCodeNeeded)
  expectOk(await signIn(tukar, owner, { password: fresh, otpCode: codeOf(secret) }))
})

test('while an app is provisional, a withdrawal beyond the free sum waits', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const { read } = tukar.service.ctx.db
  await sql`
    update users set twofa_provisional_until = now() + interval '1 hour'
    where id = ${trader.id}`.execute(read)
  await cooledOff(tukar, trader)
  expectOk(await withdrawCoin(tukar, trader))
  const [stored] = await withdrawalsOf(tukar, trader)
  assert.equal(stored?.status, 'PENDING_APPROVAL')
  assert.ok(stored.reasons.includes('a recently changed authenticator'))
})

test('an app is not bound by a session that a reset ends meanwhile', async (t) => {
  const tukar = await startTukar(t)
  const thief = await makeTrader(tukar)
  const otpCode = codeOf(await shownSecret(tukar, thief))
  const [, answer] = await Promise.all([reset(tukar, thief), bind(tukar, thief, { otpCode })])
  assert.ok([200, 401, 403].includes(answer.status), answer.text)
  expectOk(await signIn(tukar, thief, { password: fresh }))
})
