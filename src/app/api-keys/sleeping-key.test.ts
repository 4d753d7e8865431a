import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  callSigned,
  emailOtp,
  keysMayWithdraw,
  type MadeKey,
  makeKey,
} from '../../../tests/make/api-key.ts'
import { signInOn } from '../../../tests/make/device.ts'
import { mailsArrived } from '../../../tests/make/mails.ts'
import {
  bindProvisionally,
  codeOf,
  forgetSteps,
  shownSecret,
  wrongCodeOf,
} from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, type Trader } from '../../../tests/make/trader.ts'
import {
  coinFields,
  mailedCode,
  makeWithdrawer,
  type Withdrawer,
} from '../../../tests/make/withdrawal.ts'

const denied = [403, 'api.api_key_permission_denied']
const accepted = [200, 'api.withdraw_apply_successful']
const appCodeNeeded = [403, 'auth.otp_failed']
const permissions = ['read', 'withdraw']

type Fields = Readonly<Record<string, unknown>>

const edit = (
  tukar: Tukar,
  { token }: Trader,
  { apiKeyId, apiKey }: MadeKey,
  fields: Fields = {},
) =>
  tukar.call('PUT', '/api/user/api-key', {
    token,
    body: { apiKeyId, apiKey, permissions, ...fields },
  })

/** Signs a withdrawal with a key; both its codes are valid. */
async function withdrawWith(tukar: Tukar, trader: Withdrawer, key: MadeKey) {
  await forgetSteps(tukar, trader)
  const codes = { otpCode: await mailedCode(tukar, trader), twoFACode: codeOf(trader.secret) }
  return callSigned(tukar, key, {
    method: 'POST',
    path: '/api/withdraw/withdraw-coin',
    body: JSON.stringify(coinFields(codes)),
    headers: { 'content-type': 'application/json' },
  })
}

const hoursUntil = (time: string): number => (Date.parse(time) - Date.now()) / 3_600_000

async function listed(tukar: Tukar, { token }: Trader) {
  return (await tukar.call('GET', '/api/user/api-key', { token })).body.data.data
}

test('a key made without the code of the app withdraws only after a day', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const key = await makeKey(tukar, trader, { permissions })
  const [shown] = await listed(tukar, trader)
  const hours = hoursUntil(shown.withdrawsFrom)
  assert.ok(hours > 23.9 && hours <= 24, shown.withdrawsFrom)
  assert.deepEqual(shown.permissions, permissions)
  assert.deepEqual(messageOf(await withdrawWith(tukar, trader, key)), denied)
  assert.equal((await callSigned(tukar, key)).status, 200, 'it reads meanwhile')
  await keysMayWithdraw(tukar)
  assert.equal((await listed(tukar, trader))[0].withdrawsFrom, null)
  assert.deepEqual(messageOf(await withdrawWith(tukar, trader, key)), accepted)
})

test('a key made with the code of an app that counts withdraws at once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const key = await makeKey(tukar, trader, { permissions, twoFACode: codeOf(trader.secret) })
  assert.equal((await listed(tukar, trader))[0].withdrawsFrom, null)
  assert.deepEqual(messageOf(await withdrawWith(tukar, trader, key)), accepted)
})

test('a key issued from a new device withdraws only after a day, whatever the codes', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const { read } = tukar.service.ctx.db
  for (const table of ['users', 'session_families']) {
    await sql`update ${sql.table(table)} set created_at = now() - interval '2 days'`.execute(read)
  }
  const issue = async (token: string) => {
    await forgetSteps(tukar, trader)
    const withCode = { permissions, twoFACode: codeOf(trader.secret) }
    return (await makeKey(tukar, { ...trader, token }, withCode)).withdrawsFrom
  }
  assert.equal(await issue(trader.token), null)
  await forgetSteps(tukar, trader)
  const signedIn = await signInOn(tukar, trader.email, { otpCode: codeOf(trader.secret) })
  const from = await issue(signedIn.body.data.xToken.token)
  assert.ok(hoursUntil(from ?? '') > 23.9, `${from}`)
})

test('a wrong code of the app makes no key, and leaves the mailed code valid', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const emailOtpCode = await emailOtp(tukar, trader)
  const make = (twoFACode: string) =>
    tukar.call('POST', '/api/user/api-key', {
      token: trader.token,
      body: { apiName: 'bot', permissions, emailOtpCode, twoFACode },
    })
  assert.deepEqual(messageOf(await make(wrongCodeOf(trader.secret))), appCodeNeeded)
  assert.deepEqual(await listed(tukar, trader), [])
  assert.equal((await make(codeOf(trader.secret))).status, 200)
})

test('the code of an unbound or a provisional app lets no key withdraw at once', async (t) => {
  const tukar = await startTukar(t)
  const [unbound, provisional] = [await makeTrader(tukar), await makeTrader(tukar)]
  const shown = await shownSecret(tukar, unbound)
  await makeKey(tukar, unbound, { permissions, twoFACode: codeOf(shown) })
  const bound = await bindProvisionally(tukar, provisional)
  await makeKey(tukar, provisional, { permissions, twoFACode: codeOf(bound) })
  for (const trader of [unbound, provisional]) {
    const [key] = await listed(tukar, trader)
    assert.ok(hoursUntil(key.withdrawsFrom) > 23.9, key.withdrawsFrom)
  }
})

test('a key that a stolen session issues anew withdraws only after a day', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeWithdrawer(tukar)
  const key = await makeKey(tukar, trader, { permissions, twoFACode: codeOf(trader.secret) })
  const stolen = await edit(tukar, trader, key)
  expectOk(stolen)
  assert.ok(hoursUntil(stolen.body.data.withdrawsFrom) > 23.9)
  assert.deepEqual(messageOf(await withdrawWith(tukar, trader, stolen.body.data)), denied)
  await forgetSteps(tukar, trader)
  const wrong = await edit(tukar, trader, stolen.body.data, {
    twoFACode: wrongCodeOf(trader.secret),
  })
  assert.deepEqual(messageOf(wrong), appCodeNeeded)
  const own = await edit(tukar, trader, stolen.body.data, { twoFACode: codeOf(trader.secret) })
  expectOk(own)
  assert.equal(own.body.data.withdrawsFrom, null)
  assert.deepEqual(messageOf(await withdrawWith(tukar, trader, own.body.data)), accepted)
})

test('a key that may not withdraw has nothing to wait for', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const key = await makeKey(tukar, trader, { permissions: ['read', 'trade'] })
  assert.equal((await listed(tukar, trader))[0].withdrawsFrom, null)
  const edited = await edit(tukar, trader, key, { permissions: ['trade'] })
  assert.equal(edited.body.data.withdrawsFrom, null)
})

test('the link in the mail of a key deletes it, and ends the session that issued it', async (t) => {
  const tukar = await startTukar(t)
  const [made, changed] = [await makeTrader(tukar), await makeTrader(tukar)]
  const first = await makeKey(tukar, made)
  const other = await makeKey(tukar, changed)
  const second = await edit(tukar, changed, other, { permissions: ['read'] })
  expectOk(second)
  const stolen = [
    [made, first, 1],
    [changed, second.body.data, 2],
  ] as const
  for (const [thief, key, mails] of stolen) {
    const [mail] = await mailsArrived(tukar, thief.email, mails)
    const { pathname } = new URL(mail?.link ?? '')
    const undo = () => tukar.call('POST', `/api/auth${pathname}`)
    assert.deepEqual(messageOf(await undo()), [200, 'auth.change_undone'])
    const unauthenticated = [401, 'auth.unauthenticated']
    assert.deepEqual(messageOf(await callSigned(tukar, key)), unauthenticated)
    assert.deepEqual(messageOf(await tukar.call('GET', '/api/users/me', thief)), unauthenticated)
    assert.deepEqual(messageOf(await undo()), [200, 'auth.change_undone'])
  }
})

test('the link of one key leaves the other keys that only read', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const own = await makeKey(tukar, trader)
  await mailsArrived(tukar, trader.email, 1)
  await makeKey(tukar, trader, { apiName: 'thief' })
  const [mail] = await mailsArrived(tukar, trader.email, 2)
  const { pathname } = new URL(mail?.link ?? '')
  expectOk(await tukar.call('POST', `/api/auth${pathname}`))
  assert.equal((await callSigned(tukar, own)).status, 200)
})
