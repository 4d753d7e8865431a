import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import {
  bindTotp,
  codeOf,
  forgetSteps,
  shownSecret,
  wrongCodeOf,
} from '../../../tests/make/totp.ts'
import { makeTrader, type Trader } from '../../../tests/make/trader.ts'
import { isRefusal } from '../../base/refusal.ts'
import { endDoubtfulAccess } from '../../platform/access/end-access.ts'
import { signedInByToken } from '../../platform/access/signed-in.ts'
import { showTwofaSecret } from './show-twofa-secret.ts'

const failed = [403, 'auth.otp_failed']
const locked = [429, 'api.too_many_requests']
const alreadyBound = [400, 'api.twofa_already_bound']
const notBound = [400, 'api.required_for_twofa_binding']

const bind = (tukar: Tukar, { token }: Trader, otpCode?: unknown) =>
  tukar.call('POST', '/api/users/twofa-bind', { token, body: { otpCode } })

const unbind = (tukar: Tukar, { token }: Trader, otpCode?: unknown) =>
  tukar.call('POST', '/api/users/twofa-unbind', { token, body: { otpCode } })

const secretPage = (tukar: Tukar, { token }: Trader) =>
  tukar.call('GET', '/api/users/twofa-secret', { token })

async function isBound(tukar: Tukar, { token }: Trader): Promise<unknown> {
  return (await tukar.call('GET', '/api/users/me', { token })).body.data.bind2FA
}

test('an unbound user is shown one secret as text, address and picture', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const shown = await secretPage(tukar, trader)
  assert.deepEqual(messageOf(shown), [200, 'api.twofa_secret_retrieved'])
  const { secret2FA, otpauthUrl, qrCode, ...rest } = shown.body.data
  assert.deepEqual(rest, {})
  assert.match(secret2FA, /^[A-Z2-7]{32}$/)
  assert.equal(new URL(otpauthUrl).searchParams.get('secret'), secret2FA)
  const picture = Buffer.from(qrCode.replace('data:image/png;base64,', ''), 'base64')
  assert.equal(picture.subarray(1, 4).toString(), 'PNG')
  assert.deepEqual((await secretPage(tukar, trader)).body, shown.body)
  assert.equal(shown.headers.get('cache-control'), 'no-store')
})

test('a secret that was shown an hour ago is replaced, so that no thief knows it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const stolen = await shownSecret(tukar, trader)
  const { read } = tukar.service.ctx.db
  await sql`update totp_secrets set last_step = greatest(last_step - 120, 0)`.execute(read)
  const secret = await shownSecret(tukar, trader)
  assert.notEqual(secret, stolen)
  assert.equal(await shownSecret(tukar, trader), secret)
  assert.deepEqual(messageOf(await bind(tukar, trader, codeOf(stolen))), failed)
  assert.equal((await bind(tukar, trader, codeOf(secret))).status, 200)
})

test('a session that a reset ended is shown no secret, even if already admitted', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const { token } = await makeTrader(tukar)
  const headers = { authorization: `Bearer ${token}` }
  const metadata = { id: '1', method: 'GET', url: '/', ip: '127.0.0.1' }
  const request = { ...metadata, headers, raw: Buffer.alloc(0) }
  const caller = await signedInByToken.admit(ctx, request)
  await showTwofaSecret(ctx, {}, caller, request)
  await ctx.db.inTransaction((tx) => endDoubtfulAccess(tx, caller.id))
  await assert.rejects(
    showTwofaSecret(ctx, {}, caller, request),
    (error) => isRefusal(error) && error.key === 'auth.unauthenticated',
  )
})

test('secrets differ between users and are stored sealed', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const secrets = [await shownSecret(tukar, one), await shownSecret(tukar, other)]
  assert.notEqual(secrets[0], secrets[1])
  const stored = await sql`select * from totp_secrets`.execute(tukar.service.ctx.db.read)
  assert.equal(stored.rows.length, 2)
  for (const secret of secrets) assert.ok(!JSON.stringify(stored.rows).includes(secret))
})

test('a secret that was moved to another user cannot be decrypted', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  await shownSecret(tukar, one)
  await shownSecret(tukar, other)
  await sql`
    update totp_secrets set sealed_secret =
      (select sealed_secret from totp_secrets where user_id = ${one.id})
    where user_id = ${other.id}`.execute(tukar.service.ctx.db.read)
  assert.equal((await secretPage(tukar, other)).status, 500)
})

test('binding takes a code of the shown secret, notifies the user, hides the secret', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  assert.equal(await isBound(tukar, trader), false)
  const bound = await bind(tukar, trader, codeOf(secret))
  assert.deepEqual(bound.body, {
    code: 200,
    title: 'OK',
    message: 'api.twofa_binded_successfully',
    result: true,
  })
  assert.equal(await isBound(tukar, trader), true)
  assert.deepEqual(messageOf(await secretPage(tukar, trader)), alreadyBound)
  const [mail] = await mailsArrived(tukar, trader.email, 1)
  assert.match(mail?.subject ?? '', /is on$/)
})

test('a wrong code binds nothing, nor does one when no secret was shown', async (t) => {
  const tukar = await startTukar(t)
  const [trader, hasty] = [await makeTrader(tukar), await makeTrader(tukar)]
  const secret = await shownSecret(tukar, trader)
  assert.deepEqual(messageOf(await bind(tukar, trader, wrongCodeOf(secret))), failed)
  assert.deepEqual(messageOf(await bind(tukar, trader, codeOf(secret, -4))), failed)
  assert.deepEqual(messageOf(await bind(tukar, trader, codeOf(secret, 4))), failed)
  assert.equal(await isBound(tukar, trader), false)
  assert.deepEqual(messageOf(await bind(tukar, hasty, codeOf(secret))), failed)
  assert.equal(await isBound(tukar, hasty), false)
})

test('a code is read as an app shows it, with a space inside', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const code = codeOf(await shownSecret(tukar, trader))
  const bound = await bind(tukar, trader, `${code.slice(0, 3)} ${code.slice(3)}`)
  assert.deepEqual(messageOf(bound), [200, 'api.twofa_binded_successfully'])
})

test('a code as a JSON number is refused, whether or not it lost a zero', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  for (const code of [Number(codeOf(secret)), 12_345, 123_456]) {
    assert.deepEqual(messageOf(await bind(tukar, trader, code)), [
      400,
      'The otp code field must be a string, because a number loses its leading zeros.',
    ])
  }
  assert.equal((await bind(tukar, trader, codeOf(secret))).status, 200)
})

test('a malformed code is a bad request and not an attempt', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  for (let time = 0; time < 7; time += 1) {
    assert.deepEqual(messageOf(await bind(tukar, trader, undefined)), [
      400,
      'The otp code field is required.',
    ])
    assert.deepEqual(messageOf(await bind(tukar, trader, '12345')), [
      400,
      'The otp code field must be 6 digits.',
    ])
  }
  assert.equal((await bind(tukar, trader, codeOf(secret))).status, 200)
})

test('unbinding takes a code, returns the profile alone and makes a new secret', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  assert.deepEqual(messageOf(await unbind(tukar, trader, wrongCodeOf(secret))), failed)
  assert.equal(await isBound(tukar, trader), true)
  const answer = await unbind(tukar, trader, codeOf(secret))
  assert.deepEqual(messageOf(answer), [200, 'api.twofa_unbinded'])
  const me = await tukar.call('GET', '/api/users/me', { token: trader.token })
  assert.deepEqual(answer.body.data, me.body.data)
  assert.equal(answer.body.data.bind2FA, false)
  for (const canary of [secret, 'argon2', 'sealed', 'hash', 'secret']) {
    assert.ok(!answer.text.includes(canary), canary)
  }
  const renewed = await shownSecret(tukar, trader)
  assert.notEqual(renewed, secret)
  await forgetSteps(tukar, trader)
  assert.deepEqual(messageOf(await bind(tukar, trader, codeOf(secret))), failed)
  assert.equal((await bind(tukar, trader, codeOf(renewed))).status, 200)
  const mails = await mailsArrived(tukar, trader.email, 3)
  assert.equal(mails.filter(({ subject }) => subject.endsWith('is off')).length, 1)
})

test('binding twice and unbinding without an app are refused whatever the code', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  assert.deepEqual(messageOf(await unbind(tukar, trader, codeOf(secret))), notBound)
  assert.deepEqual(messageOf(await unbind(tukar, trader, wrongCodeOf(secret))), notBound)
  await bindTotp(tukar, trader)
  assert.deepEqual(messageOf(await bind(tukar, trader, codeOf(secret))), alreadyBound)
  assert.deepEqual(messageOf(await bind(tukar, trader, wrongCodeOf(secret))), alreadyBound)
  assert.equal(await isBound(tukar, trader), true)
})

test('a code works once, on whichever endpoint it was used', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  const code = codeOf(secret)
  assert.equal((await bind(tukar, trader, code)).status, 200)
  assert.deepEqual(messageOf(await unbind(tukar, trader, code)), failed)
  const { email, password } = trader
  const body = { email, password, otpCode: code }
  assert.deepEqual(messageOf(await tukar.call('POST', '/api/auth/login', { body })), failed)
})

test('using a code also invalidates older ones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  const [older, newer] = [codeOf(secret), codeOf(secret, 1)]
  assert.equal((await bind(tukar, trader, newer)).status, 200)
  assert.deepEqual(messageOf(await unbind(tukar, trader, older)), failed)
})

test('one of fifty requests at once with one code, over two nodes, unbinds', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const body = { otpCode: codeOf(secret) }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/users/twofa-unbind', {
        token: trader.token,
        body,
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const known = new Set([200, 400, 403, 429])
  assert.ok(answers.every(({ status }) => known.has(status)))
  assert.equal(await isBound(tukar, trader), false)
})

test('concurrent bindings with neighbouring codes bind once and notify once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await shownSecret(tukar, trader)
  const answers = await Promise.all(
    [0, 1].map((steps) => bind(tukar, trader, codeOf(secret, steps))),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.equal(await isBound(tukar, trader), true)
  await mailsArrived(tukar, trader.email, 1)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, trader.email)).length, 1)
})

test('five wrong codes, over all endpoints, lock them all and notify the user once', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  const { email, password, token } = trader
  const otpCode = wrongCodeOf(secret)
  const signIn = (code: string) =>
    tukar.call('POST', '/api/auth/login', { body: { email, password, otpCode: code } })
  const suspend = (code: string) =>
    tukar.call('POST', '/api/user/suspend', { token, body: { password, otpCode: code } })
  assert.deepEqual(messageOf(await unbind(tukar, trader, otpCode)), failed)
  assert.deepEqual(messageOf(await signIn(otpCode)), failed)
  assert.deepEqual(messageOf(await suspend(otpCode)), failed)
  assert.deepEqual(messageOf(await unbind(tukar, trader, otpCode)), failed)
  assert.deepEqual(messageOf(await signIn(otpCode)), failed)
  const right = codeOf(secret)
  for (const answer of [
    await unbind(tukar, trader, right),
    await signIn(right),
    await suspend(right),
  ]) {
    assert.deepEqual(messageOf(answer), locked)
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  }
  assert.equal(await isBound(tukar, trader), true)
  await mailsArrived(tukar, email, 2)
  await allSent(tukar)
  const mails = (await mailsTo(tukar, email)).filter(({ subject }) => /^Wrong codes/.test(subject))
  assert.equal(mails.length, 1)
})

test('wrong codes at once, over two nodes, are compared five times and no more', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const otpCode = wrongCodeOf(await bindTotp(tukar, trader))
  const othersSecret = await bindTotp(tukar, other)
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/users/twofa-unbind', {
        token: trader.token,
        body: { otpCode },
      }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 403).length, 5)
  assert.equal(answers.filter(({ status }) => status === 429).length, 35)
  assert.equal((await unbind(tukar, other, codeOf(othersSecret))).status, 200)
})

test('a right code resets the count of wrong ones', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  let secret = await shownSecret(tukar, trader)
  for (let time = 0; time < 4; time += 1) {
    assert.deepEqual(messageOf(await bind(tukar, trader, wrongCodeOf(secret))), failed)
  }
  secret = await bindTotp(tukar, trader)
  for (let time = 0; time < 4; time += 1) {
    assert.deepEqual(messageOf(await unbind(tukar, trader, wrongCodeOf(secret))), failed)
  }
  assert.equal((await unbind(tukar, trader, codeOf(secret))).status, 200)
})

test('a change of the factor ends the other sessions, and not the one that made it', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const { email, password, token, refreshToken } = trader
  const me = (of: string, node: number) =>
    send(tukar.nodes[node]?.url ?? '', 'GET', '/api/users/me', { token: of })
  const signIn = async (otpCode?: string) =>
    (await tukar.call('POST', '/api/auth/login', { body: { email, password, otpCode } })).body.data
  const before = await signIn()
  const secret = await bindTotp(tukar, trader)
  const during = await signIn(codeOf(secret))
  assert.deepEqual(messageOf(await me(before.xToken.token, 1)), [401, 'auth.unauthenticated'])
  assert.equal((await me(during.xToken.token, 1)).status, 200)
  await forgetSteps(tukar, trader)
  assert.equal((await unbind(tukar, trader, codeOf(secret))).status, 200)
  assert.deepEqual(messageOf(await me(during.xToken.token, 1)), [401, 'auth.unauthenticated'])
  const refresh = (old: string) =>
    tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken: old } })
  for (const ended of [before, during]) {
    assert.deepEqual(messageOf(await refresh(ended.refreshToken)), [401, 'api.invalid_token'])
  }
  assert.equal((await me(token, 1)).status, 200)
  assert.equal((await refresh(refreshToken)).status, 200)
})
