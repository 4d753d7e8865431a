import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { allSent, mailsArrived, mailsTo, verificationIn } from '../../../tests/make/mails.ts'
import { bindTotp, codeOf, shownSecret } from '../../../tests/make/totp.ts'
import { makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { isRefusal } from '../../base/refusal.ts'
import { sealText } from '../../base/secrets/app-keys.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { findUserByEmail } from '../../core/users/users.sql.ts'
import { startSession } from '../../platform/access/sessions/tokens.ts'
import { mintResetLink } from './reset-link.ts'

const next = 'Fresh-Horse-10'
const done = [200, 'passwords.reset']
const invalid = [401, 'api.invalid_token']

type Link = Readonly<{ token: string; email: string }>

function partsOf(link: string | null | undefined): Link {
  const { searchParams } = new URL(link ?? '')
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

/** Makes a link as the mail job does, without waiting for the mail. */
async function linkFor({ service: { ctx } }: Tukar, address: string): Promise<Link> {
  const user = await findUserByEmail(ctx.db.read, address)
  assert.ok(user)
  return partsOf(await mintResetLink(ctx, user))
}

const reset = (tukar: Tukar, link: Link, fields: Readonly<Record<string, unknown>> = {}) =>
  tukar.call('POST', '/api/auth/password-reset', {
    body: { ...link, password: next, password_confirmation: next, ...fields },
  })

const login = (tukar: Tukar, email: string, typed: string) =>
  tukar.call('POST', '/api/auth/login', { body: { email, password: typed } })

const run = (tukar: Tukar, statement: string) =>
  sql.raw(statement).execute(tukar.service.ctx.db.read)

async function row(tukar: Tukar, { id }: Trader) {
  const found = await sql<{ bound: boolean; lockedHours: number | null }>`
    select bind_2fa as bound,
           extract(epoch from withdraw_locked_until - now())::float8 / 3600 as "lockedHours"
    from users where id = ${id}`.execute(tukar.service.ctx.db.read)
  return found.rows[0]
}

test('a mailed link sets a new password, and the old one is refused', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const requested = await tukar.call('POST', '/api/auth/password-token', { body: { email } })
  assert.deepEqual(messageOf(requested), [200, 'passwords.sent'])
  const [mail] = await mailsArrived(tukar, email, 1)
  assert.ok(
    mail?.link?.startsWith(`${tukar.config.appUrl}/reset-password?token=`),
    mail?.link ?? '',
  )
  const answer = await reset(tukar, partsOf(mail?.link))
  assert.deepEqual(answer.body, {
    code: 200,
    title: 'OK',
    message: 'passwords.reset',
    result: true,
  })
  const [notice] = await mailsArrived(tukar, email, 2)
  assert.equal(notice?.subject, 'Your password was changed')
  assert.deepEqual(messageOf(await login(tukar, email, password)), [401, 'auth.failed'])
  assert.equal((await login(tukar, email, next)).status, 200)
})

test('a reset ends every session and refresh token on every node', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const trader = await makeTrader(tukar)
  const again = await login(tukar, trader.email, password)
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, trader.email))), done)
  const { xToken, refreshToken } = again.body.data
  for (const { url } of tukar.nodes) {
    for (const token of [trader.token, xToken.token]) {
      assert.equal((await send(url, 'GET', '/api/users/me', { token })).status, 401)
    }
    for (const old of [trader.refreshToken, refreshToken]) {
      const body = { refreshToken: old }
      assert.deepEqual(
        messageOf(await send(url, 'POST', '/api/auth/refresh-token', { body })),
        invalid,
      )
    }
  }
})

test('a reset locks withdrawals for 24 hours and leaves the second factor bound', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await sql`
    update users set bind_2fa = true, identity_status = 'success'
    where id = ${trader.id}`.execute(tukar.service.ctx.db.read)
  assert.equal((await row(tukar, trader))?.lockedHours, null)
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, trader.email))), done)
  const after = await row(tukar, trader)
  assert.equal(after?.bound, true)
  const hours = after.lockedHours ?? 0
  assert.ok(hours > 23.9 && hours <= 24, `${hours}`)
  assert.deepEqual(messageOf(await login(tukar, trader.email, next)), [403, 'auth.otp_failed'])
})

test('a secret that was shown before a reset binds nothing after it', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const shown = await shownSecret(tukar, trader)
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, trader.email))), done)
  const { token } = (await login(tukar, trader.email, next)).body.data.xToken
  const bind = (secret: string) =>
    tukar.call('POST', '/api/users/twofa-bind', { token, body: { otpCode: codeOf(secret) } })
  assert.deepEqual(messageOf(await bind(shown)), [403, 'auth.otp_failed'])
  assert.equal((await bind(await shownSecret(tukar, { ...trader, token }))).status, 200)
})

test('a bound authenticator app still works after a reset', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  await run(tukar, `update users set identity_status = 'success' where id = ${trader.id}`)
  const otpCode = codeOf(await bindTotp(tukar, trader))
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, trader.email))), done)
  const body = { email: trader.email, password: next, otpCode }
  assert.equal((await tukar.call('POST', '/api/auth/login', { body })).status, 200)
})

test('after a reset a device gets no push until it is registered again', async (t) => {
  const tukar = await startTukar(t)
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (const { id, token } of [trader, other]) {
    const body = { user_id: id, fcm_token: `device-of-${id}` }
    assert.equal((await tukar.call('POST', '/api/fcm/token', { token, body })).status, 200)
  }
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, trader.email))), done)
  const left = await sql<{ user: number }>`
    select user_id as "user" from push_tokens`.execute(tukar.service.ctx.db.read)
  assert.deepEqual(left.rows, [{ user: other.id }])
})

test('a link works once, also for many requests at once', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const { email } = await makeTrader(tukar)
  const link = await linkFor(tukar, email)
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) => {
      const fresh = `Fresh-Horse-${index}`
      const body = { ...link, password: fresh, password_confirmation: fresh }
      return send(tukar.nodes[index % 2]?.url ?? '', 'POST', '/api/auth/password-reset', { body })
    }),
  )
  const won = answers.flatMap((answer, index) => (answer.status === 200 ? [index] : []))
  assert.equal(won.length, 1)
  for (const answer of answers) {
    if (answer.status !== 200) assert.ok([401, 429].includes(answer.status), answer.text)
  }
  assert.equal((await login(tukar, email, `Fresh-Horse-${won[0]}`)).status, 200)
  assert.deepEqual(messageOf(await reset(tukar, link)), invalid)
})

test('an expired, replaced or foreign token gets one refusal', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const old = await linkFor(tukar, one.email)
  const link = await linkFor(tukar, one.email)
  const theirs = await linkFor(tukar, other.email)
  const nobody = sealText(tukar.config, 'password-reset', 'nobody@tukar.test', systemRandom)
  const elsewhere = sealText(tukar.config, 'email-verification', one.email, systemRandom)
  const bad: readonly Link[] = [
    old,
    { ...link, token: theirs.token },
    { ...link, token: 'x' },
    { ...link, email: nobody },
    { ...link, email: elsewhere },
    { ...link, email: one.email },
    { ...link, email: `${link.email.slice(0, -1)}${link.email.endsWith('A') ? 'B' : 'A'}` },
  ]
  const texts = new Set<string>()
  for (const made of bad) {
    const answer = await reset(tukar, made)
    assert.deepEqual(messageOf(answer), invalid)
    texts.add(answer.text)
  }
  assert.equal(texts.size, 1)
  await run(tukar, `update password_resets set expires_at = now() - interval '1 second'`)
  assert.deepEqual(messageOf(await reset(tukar, link)), invalid)
  assert.equal((await login(tukar, one.email, password)).status, 200)
})

test('after five tries even the right token waits; a reset clears them', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  for (let round = 0; round < 2; round += 1) {
    const link = await linkFor(tukar, email)
    for (let time = 0; time < 4; time += 1) {
      assert.deepEqual(messageOf(await reset(tukar, { ...link, token: `guess-${time}` })), invalid)
    }
    assert.deepEqual(messageOf(await reset(tukar, link)), done)
  }
  const link = await linkFor(tukar, email)
  for (let time = 0; time < 5; time += 1) await reset(tukar, { ...link, token: `guess-${time}` })
  const sixth = await reset(tukar, link)
  assert.deepEqual(messageOf(sixth), [429, 'api.reset_password_throttle'])
  assert.ok(Number(sixth.headers.get('retry-after')) > 3_000)
})

test('a bad field of a reset is refused with its sentence and spends nothing', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const link = await linkFor(tukar, email)
  const weak = 'The password field must contain upper and lower case letters, a digit and a symbol.'
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ token: '' }, 'The token field is required.'],
    [{ email: undefined }, 'The email field is required.'],
    [{ password: undefined }, 'The password field is required.'],
    [{ password: 'Sh0rt-1' }, 'The password field must be at least 8 characters.'],
    [{ password: 'all-lower-9', password_confirmation: 'all-lower-9' }, weak],
    [{ password_confirmation: `${next}x` }, 'The password field confirmation does not match.'],
  ]
  for (const [fields, sentence] of cases) {
    assert.deepEqual(messageOf(await reset(tukar, link, fields)), [400, sentence])
  }
  assert.deepEqual(messageOf(await reset(tukar, link)), done)
})

test('a login that checked the old password does not outlive the reset', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const { ctx } = tukar.service
  const before = await findUserByEmail(ctx.db.read, email)
  assert.ok(before)
  assert.deepEqual(messageOf(await reset(tukar, await linkFor(tukar, email))), done)
  await assert.rejects(
    ctx.db.inTransaction((tx) => startSession(tx, ctx, before, { headers: {}, ip: '127.0.0.1' })),
    (error) => isRefusal(error) && error.key === 'auth.failed',
  )
  const open = await sql`
    select 1 from session_families where user_id = ${before.id} and revoked_at is null`.execute(
    ctx.db.read,
  )
  assert.equal(open.rows.length, 0)
})

test('logins concurrent with a reset leave no session', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const link = await linkFor(tukar, email)
  const [answer, ...logins] = await Promise.all([
    reset(tukar, link),
    ...Array.from({ length: 4 }, () => login(tukar, email, password)),
  ])
  assert.deepEqual(messageOf(answer), done)
  for (const { status, body } of logins) {
    if (status !== 200) continue
    const { token } = body.data.xToken
    assert.equal((await tukar.call('GET', '/api/users/me', { token })).status, 401)
  }
})

test('only a digest of the token is stored', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const { token } = await linkFor(tukar, email)
  const stored = await sql<{ row: string }>`
    select to_jsonb(r)::text as row from password_resets r`.execute(tukar.service.ctx.db.read)
  const hex = Buffer.from(token, 'base64url').toString('hex')
  assert.equal(stored.rows.length, 1)
  for (const { row: text } of stored.rows) assert.ok(!text.includes(token) && !text.includes(hex))
  assert.equal(Buffer.from(token, 'base64url').length, 32)
})

test('a reset request does not reveal known addresses, and mails only those', async (t) => {
  const tukar = await startTukar(t)
  const { email } = await makeTrader(tukar)
  const requestReset = (address: string, headers = {}) =>
    tukar.call('POST', '/api/auth/password-token', { body: { email: address }, headers })
  const known = await requestReset(email, { host: 'evil.test', 'x-forwarded-host': 'evil.test' })
  const unknown = await requestReset('nobody@tukar.test')
  assert.deepEqual(messageOf(known), [200, 'passwords.sent'])
  assert.equal(unknown.text, known.text)
  const [again, unknownAgain] = [
    await requestReset(email.toUpperCase()),
    await requestReset('nobody@tukar.test'),
  ]
  assert.deepEqual(messageOf(again), [400, 'passwords.throttled'])
  assert.equal(unknownAgain.text, again.text)
  assert.ok(Number(unknownAgain.headers.get('retry-after')) <= 60)
  const [mail] = await mailsArrived(tukar, email, 1)
  assert.ok(mail?.link?.startsWith(`${tukar.config.appUrl}/`), 'the link base is configured')
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, 'nobody@tukar.test')).length, 0)
})

test('a verification link is mailed again if needed; the response is the same', async (t) => {
  const tukar = await startTukar(t)
  const verified = await makeTrader(tukar)
  const email = 'unverified@tukar.test'
  const body = { email, password, password_confirmation: password, language: 'en' }
  await tukar.call('POST', '/api/auth/register', { body })
  await mailsArrived(tukar, email, 1)
  const again = (address: string) =>
    tukar.call('GET', `/api/auth/email-resend?${new URLSearchParams({ email: address })}`)
  const answers = [await again(email), await again(verified.email), await again('no@tukar.test')]
  assert.deepEqual(answers.map(messageOf), Array(3).fill([200, 'auth.resend_successfully']))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const [mail] = await mailsArrived(tukar, email, 2)
  assert.equal((await tukar.call('GET', verificationIn(mail))).status, 200)
  await allSent(tukar)
  assert.equal((await mailsTo(tukar, verified.email)).length, 0)
  const missing = await tukar.call('GET', '/api/auth/email-resend')
  assert.deepEqual(messageOf(missing), [400, 'The email field is required.'])
  for (let time = 0; time < 2; time += 1) await again('no@tukar.test')
  assert.deepEqual(messageOf(await again('no@tukar.test')), [429, 'api.too_many_requests'])
})

test('an email becomes verified once for its consumers, however often', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const email = 'once@tukar.test'
  const body = { email, password, password_confirmation: password }
  await tukar.call('POST', '/api/auth/register', { body })
  const [mail] = await mailsArrived(tukar, email, 1)
  const path = verificationIn(mail)
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => send(tukar.nodes[index % 2]?.url ?? '', 'GET', path)),
  )
  const events = () =>
    sql`select 1 from operator_alerts where kind = 'email-verified'`.execute(
      tukar.service.ctx.db.read,
    )
  await eventually('the event', async () => (await events()).rows.length > 0)
  await allSent(tukar)
  assert.equal((await events()).rows.length, 1)
})
