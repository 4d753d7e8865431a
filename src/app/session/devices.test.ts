import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { keyGiven, signInOn } from '../../../tests/make/device.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { bindTotp, codeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { silent } from '../../../tests/server.ts'
import { deleteUnusedDevices } from '../../platform/access/sessions/devices.sql.ts'
import { deviceLimits } from '../../platform/access/sessions/session-limits.ts'
import { startService } from '../../service.ts'

const subject = 'New sign-in to your account'

/** Returns an address's sign-in mails, newest first, after all pending mails were sent. */
async function subjectsTo(tukar: Tukar, { email }: Pick<Trader, 'email'>) {
  await allSent(tukar)
  return (await mailsTo(tukar, email)).filter((mail) => mail.subject === subject)
}

const sessionsOf = async (tukar: Tukar, token: string) => {
  const answer = await tukar.call('GET', '/api/user/sessions', { token })
  expectOk(answer)
  return answer.body.data
}

const tokenOf = (answer: Answer): string => answer.body.data.xToken.token
const me = async (tukar: Tukar, token: string) =>
  (await tukar.call('GET', '/api/users/me', { token })).status

const run = ({ service }: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(service.ctx.db.read)

test('the first sign-in of a device is mailed, and shown in the app', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  assert.deepEqual(await subjectsTo(tukar, trader), [], 'the device that opened the account is not')
  const answer = await signInOn(tukar, trader.email, { agent: 'Stranger/2.0 (Linux)' })
  expectOk(answer)
  const [mail, ...others] = await subjectsTo(tukar, trader)
  assert.deepEqual(others, [])
  assert.match(mail?.text ?? '', /Device: Stranger 2\.0 \(Linux\)\. Address: 127\.0\.0\.1\. Time: /)
  assert.ok(mail?.link?.startsWith(`${tukar.config.appUrl}/end-session/`), mail?.link ?? '')
  const path = '/api/user-messages'
  const { body } = await tukar.call('GET', path, { token: trader.token })
  const [message] = body.data.data
  assert.equal(message.title, subject)
  const [newest] = await sessionsOf(tukar, tokenOf(answer))
  assert.equal(message.data.sessionId, String(newest.id))
  assert.ok(!JSON.stringify(body).includes('/end-session/'), 'the link is for the mailbox alone')
})

test('a device that sends its key is recognized under any name', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const first = await signInOn(tukar, trader.email)
  const deviceKey = keyGiven(first)
  assert.match(deviceKey, /^xdk_[\w-]{43}$/)
  assert.equal((await subjectsTo(tukar, trader)).length, 1)
  const again = await signInOn(tukar, trader.email, { deviceKey, agent: 'Tukar/4.0 (iOS 20)' })
  assert.equal(keyGiven(again), deviceKey)
  assert.equal((await subjectsTo(tukar, trader)).length, 1)
})

test('a copied User-Agent is not recognized once the app keeps its key', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, trader.email))
  expectOk(await signInOn(tukar, trader.email, { deviceKey }))
  assert.notEqual(keyGiven(await signInOn(tukar, trader.email)), deviceKey)
  assert.equal((await subjectsTo(tukar, trader)).length, 2)
})

test('a device key is invalid for another account, and so is an invented one', async (t) => {
  const tukar = await startTukar(t)
  const [one, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  const deviceKey = keyGiven(await signInOn(tukar, one.email))
  for (const brought of [deviceKey, `xdk_${'A'.repeat(43)}`, 'xdk_short', '']) {
    const agent = `App ${brought.length === 0 ? 'zero' : brought.slice(4, 6)}`
    const answer = await signInOn(tukar, other.email, { deviceKey: brought, agent })
    assert.notEqual(keyGiven(answer), brought)
  }
  assert.equal((await subjectsTo(tukar, other)).length, 4)
})

test('an app without keys signs in as before, with one notice per network', async (t) => {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const trader = await makeTrader(tukar)
  const signIn = (from: string, agent?: string) =>
    signInOn(tukar, trader.email, { url, from, ...(agent === undefined ? {} : { agent }) })
  const keys = new Set<string>()
  for (const from of ['198.51.100.1', '198.51.100.2', '198.51.100.1']) {
    keys.add(keyGiven(await signIn(from)))
  }
  assert.equal(keys.size, 3, 'each sign-in without a key is that of a new device')
  assert.equal((await subjectsTo(tukar, trader)).length, 1)
  await signIn('203.0.113.9')
  await signIn('198.51.100.1', 'Another/1.0')
  assert.equal((await subjectsTo(tukar, trader)).length, 3)
  await run(
    tukar,
    sql`update devices set used_at = now() - make_interval(secs => ${deviceLimits.likeSeconds})`,
  )
  await signIn('198.51.100.1')
  assert.equal((await subjectsTo(tukar, trader)).length, 4, 'what was long ago counts no more')
})

test('with a second factor, a device is new only once the factor was given', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const secret = await bindTotp(tukar, trader)
  assert.equal((await signInOn(tukar, trader.email, { agent: 'Stranger' })).status, 403)
  assert.deepEqual(await subjectsTo(tukar, trader), [])
  await run(tukar, sql`update totp_secrets set last_step = 0`)
  const body = { email: trader.email, password, otpCode: codeOf(secret) }
  expectOk(await tukar.call('POST', '/api/auth/login', { body, headers: { 'user-agent': 'Mine' } }))
  assert.equal((await subjectsTo(tukar, trader)).length, 1)
})

test('only digests of device keys are stored', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, trader.email))
  const stored = await sql<{ row: string }>`
    select to_jsonb(d)::text as row from devices d
    union all select to_jsonb(f)::text from session_families f
    union all select to_jsonb(m)::text from user_messages m`.execute(tukar.service.ctx.db.read)
  const secret = deviceKey.slice(4)
  const forms = [secret, Buffer.from(secret, 'base64url').toString('hex')]
  for (const { row } of stored.rows) assert.ok(!forms.some((form) => row.includes(form)), row)
})

test('a user has twenty devices at most, and those that keep their keys stay', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, trader.email))
  expectOk(await signInOn(tukar, trader.email, { deviceKey }))
  await run(tukar, sql`update devices set used_at = now() - interval '30 days'`)
  for (let made = 0; made < 21; made += 1) expectOk(await signInOn(tukar, trader.email))
  const { rows } = await sql<{ kept: boolean }>`
    select key_kept as kept from devices where user_id = ${trader.id}`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(rows.length, deviceLimits.perUser)
  assert.equal(rows.filter(({ kept }) => kept).length, 1)
  assert.equal(keyGiven(await signInOn(tukar, trader.email, { deviceKey })), deviceKey)
})

test('a device that has not signed in for ninety days is forgotten', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const trader = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, trader.email))
  const age = (days: number) =>
    run(tukar, sql`update devices set used_at = now() - make_interval(days => ${days})`)
  await age(89)
  assert.equal(await deleteUnusedDevices(ctx.db), 0)
  await age(91)
  await deleteUnusedDevices(ctx.db)
  assert.notEqual(keyGiven(await signInOn(tukar, trader.email, { deviceKey })), deviceKey)
})

test('pages of allowed origins may send a device key and read one', async (t) => {
  const tukar = await startTukar(t)
  const origin = 'https://app.test'
  const node = await startService({ ...tukar.config, port: 0, corsOrigins: [origin] }, silent)
  t.after(() => node.stop())
  const preflight = await send(node.url, 'OPTIONS', '/api/auth/login', {
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /X-Device-Key/)
  const answer = await send(node.url, 'GET', '/api/errors', { headers: { origin } })
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /X-Device-Key/)
})

test('a password reset and a suspension forget every device', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const deviceKey = keyGiven(await signInOn(tukar, trader.email))
  const suspended = await tukar.call('POST', '/api/user/suspend', {
    token: trader.token,
    body: { password },
  })
  expectOk(suspended)
  await run(tukar, sql`update users set suspended_at = null where id = ${trader.id}`)
  const again = keyGiven(await signInOn(tukar, trader.email, { deviceKey }))
  assert.notEqual(again, deviceKey)
  const { email } = trader
  expectOk(await tukar.call('POST', '/api/auth/password-token', { body: { email } }))
  await allSent(tukar)
  const reset = (await mailsArrived(tukar, email, 1)).find(({ link }) => link?.includes('?token='))
  const fields = Object.fromEntries(new URL(reset?.link ?? '').searchParams)
  const body = { ...fields, password: 'Fresh-Horse-10', password_confirmation: 'Fresh-Horse-10' }
  expectOk(await tukar.call('POST', '/api/auth/password-reset', { body }))
  const after = await signInOn(tukar, email, { deviceKey: again, typed: 'Fresh-Horse-10' })
  assert.notEqual(keyGiven(after), again)
})

test('the mailed link opens a page, and only its button ends the session', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const other = await signInOn(tukar, trader.email)
  const [mail] = await subjectsTo(tukar, trader)
  const session = new URL(mail?.link ?? '').pathname.split('/').at(-1)
  const page = await tukar.call('GET', new URL(mail?.link ?? '').pathname)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
  for (const name of ['page.js', 'page.css']) {
    assert.ok(page.text.includes(name))
    assert.equal((await tukar.call('GET', `/end-session/${name}`)).status, 200)
  }
  assert.equal(await me(tukar, tokenOf(other)), 200, 'opening the link alone ends nothing')
  const end = () => tukar.call('POST', `/api/auth/end-session/${session}`)
  for (const answer of [await end(), await end()]) {
    assert.deepEqual(messageOf(answer), [200, 'auth.session_ended'])
  }
  assert.equal(await me(tukar, tokenOf(other)), 401)
  const { refreshToken } = other.body.data
  const refreshed = await tukar.call('POST', '/api/auth/refresh-token', { body: { refreshToken } })
  assert.equal(refreshed.status, 401)
  assert.equal(await me(tukar, trader.token), 200)
  const deviceKey = keyGiven(other)
  assert.notEqual(keyGiven(await signInOn(tukar, trader.email, { deviceKey })), deviceKey)
})
