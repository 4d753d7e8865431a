import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { keyGiven, type SignIn, signInOn } from '../../../tests/make/device.ts'
import { strangersGuessed } from '../../../tests/make/guesses.ts'
import { allSent, mailsArrived, mailsTo } from '../../../tests/make/mails.ts'
import { makeOperator } from '../../../tests/make/operator.ts'
import { makePin } from '../../../tests/make/pin.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { bindTotp, wrongCodeOf } from '../../../tests/make/totp.ts'
import { expectOk, makeTrader, password, type Trader } from '../../../tests/make/trader.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'
import { forgetExpired } from '../../platform/jobs/forget-expired.ts'

const { strangerGuesses, guessesBeforeCaptcha } = passwordLimits
const in200 = [200, 'auth.logged_in']
const failed = [401, 'auth.failed']
const throttled = [429, 'auth.throttle']
const captchaFailed = [400, 'api.captcha_failed']
const subject = 'Wrong passwords were entered for your account'

async function start(t: TestContext) {
  const tukar = await startTukar(t)
  const url = await startProxiedNode(t, tukar)
  const trader = await makeTrader(tukar)
  let networks = 0
  /** Signs in from a network that has not been used before. */
  const fromElsewhere = (email: string, on: SignIn = {}) => {
    networks += 1
    const from = `203.0.${Math.floor(networks / 250)}.${networks % 250}`
    return signInOn(tukar, email, { url, from, ...on })
  }
  const guess = (email: string, on: SignIn = {}) =>
    fromElsewhere(email, { typed: 'Wrong-Horse-1', ...on })
  return { tukar, url, trader, fromElsewhere, guess }
}

const timelineOf = async (tukar: Tukar, { id }: Trader) => {
  const { token } = await makeOperator(tukar, 'viewer')
  const path = `/operator/api/users/${id}/timeline?kind=failed-sign-in`
  const answer = await tukar.call('GET', path, { token })
  expectOk(answer)
  const { data }: { data: readonly { status: string; title: string; detail: string }[] } =
    answer.body.data
  return data.map(({ status, title, detail }) => [status, title, detail])
}

test('guesses at one account from ever more networks are not checked without end', async (t) => {
  const { trader, guess } = await start(t)
  const { email } = trader
  for (let time = 0; time < strangerGuesses; time += 1) {
    assert.deepEqual(messageOf(await guess(email)), failed)
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => guess(email)))
  const checked = answers.filter(({ status }) => status === 401).length
  assert.ok(checked >= 1 && checked < 5, `${checked} of 20`)
})

test('the pause between the tries of strangers grows with their wrong passwords', async (t) => {
  const { tukar, trader, guess } = await start(t)
  const nextAfter = async (wrong: number, email: string) => {
    await strangersGuessed(tukar, email, wrong)
    assert.deepEqual(messageOf(await guess(email)), failed)
    const refused = await guess(email)
    assert.deepEqual(messageOf(refused), throttled)
    return Number(refused.headers.get('retry-after'))
  }
  const waits = [
    await nextAfter(strangerGuesses + 20, trader.email),
    await nextAfter(strangerGuesses + 25, (await makeTrader(tukar)).email),
    await nextAfter(strangerGuesses + 20, 'nobody@tukar.test'),
  ]
  assert.ok(
    waits.every((wait, at) => wait > 8 && wait <= (at === 1 ? 32 : 16)),
    `${waits}`,
  )
  assert.ok(Number(waits[1]) > Number(waits[0]), `${waits}`)
})

test('beyond fifty wrong passwords a day an unknown device needs a captcha', async (t) => {
  const { tukar, trader, fromElsewhere, guess } = await start(t)
  const deviceKey = keyGiven(await fromElsewhere(trader.email))
  for (const email of [trader.email, 'nobody@tukar.test']) {
    await strangersGuessed(tukar, email, guessesBeforeCaptcha)
    assert.deepEqual(messageOf(await guess(email)), captchaFailed)
  }
  assert.deepEqual(messageOf(await fromElsewhere(trader.email)), captchaFailed)
  const captchaToken = 'pass-sign-in'
  assert.deepEqual(messageOf(await fromElsewhere(trader.email, { captchaToken })), in200)
  assert.deepEqual(messageOf(await guess(trader.email, { captchaToken: 'robot' })), throttled)
  assert.deepEqual(messageOf(await fromElsewhere(trader.email, { deviceKey })), in200)
})

test('strangers who guess lock out no device that the account knows', async (t) => {
  const { tukar, trader, fromElsewhere, guess } = await start(t)
  const deviceKey = keyGiven(await fromElsewhere(trader.email))
  await strangersGuessed(tukar, trader.email, guessesBeforeCaptcha - 1)
  assert.deepEqual(messageOf(await guess(trader.email)), failed)
  for (let time = 0; time < 3; time += 1) {
    assert.deepEqual(messageOf(await fromElsewhere(trader.email, { deviceKey })), in200)
  }
})

test('a reset of the password lets its owner sign in on a new device at once', async (t) => {
  const { tukar, trader, fromElsewhere, guess } = await start(t)
  await strangersGuessed(tukar, trader.email, guessesBeforeCaptcha + 9)
  assert.deepEqual(messageOf(await fromElsewhere(trader.email)), captchaFailed)
  const asked = { body: { email: trader.email } }
  expectOk(await tukar.call('POST', '/api/auth/password-token', asked))
  const mails = await mailsArrived(tukar, trader.email, 1)
  const mail = mails.find((one) => one.subject === 'Choose a new password')
  const { searchParams: query } = new URL(mail?.link ?? '')
  const next = 'Another-Horse-9'
  const body = {
    token: query.get('token'),
    email: query.get('email'),
    password: next,
    password_confirmation: next,
  }
  expectOk(await tukar.call('POST', '/api/auth/password-reset', { body }))
  assert.deepEqual(messageOf(await fromElsewhere(trader.email, { typed: next })), in200)
  assert.deepEqual(messageOf(await guess(trader.email)), failed)
})

test('the owner of a guessed account gets one mail a day, an unknown address none', async (t) => {
  const { tukar, trader, guess } = await start(t)
  for (const email of [trader.email, 'nobody@tukar.test']) {
    await strangersGuessed(tukar, email, strangerGuesses - 2)
    const answers = [await guess(email), await guess(email)]
    assert.deepEqual(answers.map(messageOf), [failed, failed])
    await eventually('the pause to end', async () => (await guess(email)).status === 401)
  }
  await allSent(tukar)
  const mails = await mailsTo(tukar, trader.email)
  assert.equal(mails.filter((mail) => mail.subject === subject).length, 1)
  assert.deepEqual(await mailsTo(tukar, 'nobody@tukar.test'), [])
})

test('failed sign-ins are listed with the user, with reason, device and address', async (t) => {
  const { tukar, trader, guess, fromElsewhere } = await start(t)
  await guess(trader.email, { from: '203.0.113.7', agent: 'Stranger/2.0 (Linux)' })
  await guess('nobody@tukar.test')
  const secret = await bindTotp(tukar, trader)
  const otpCode = wrongCodeOf(secret)
  const wrongCode = await fromElsewhere(trader.email, { from: '203.0.113.8', otpCode })
  assert.deepEqual(messageOf(wrongCode), [403, 'auth.otp_failed'])
  // An app that does not know of the second factor yet is no failure.
  assert.equal((await fromElsewhere(trader.email)).status, 403)
  assert.deepEqual(await timelineOf(tukar, trader), [
    ['wrong-code', 'Tukar 3.1 (Android 17)', '203.0.113.8'],
    ['wrong-password', 'Stranger 2.0 (Linux)', '203.0.113.7'],
  ])
  const { ctx } = tukar.service
  await sql`update users set suspended_at = now() where id = ${trader.id}`.execute(ctx.db.read)
  assert.equal((await fromElsewhere(trader.email)).status, 403)
  assert.equal((await timelineOf(tukar, trader)).length, 3)
  await sql`update failed_sign_ins set at = at - interval '91 days'
    where reason = 'wrong-code'`.execute(ctx.db.read)
  await forgetExpired(ctx)
  const left = await sql<{ reason: string; known: boolean }>`
    select reason, user_id is not null as known from failed_sign_ins order by id`.execute(
    ctx.db.read,
  )
  assert.deepEqual(left.rows, [
    { reason: 'wrong-password', known: true },
    { reason: 'suspended', known: true },
  ])
})

test('failed sign-ins are counted in the metrics, without the account', async (t) => {
  const tukar = await startTukar(t, { fresh: true })
  const trader = await makeTrader(tukar)
  await signInOn(tukar, trader.email, { typed: 'Wrong-Horse-1' })
  await signInOn(tukar, 'nobody@tukar.test')
  const metrics = await (await fetch(`${tukar.url}/metrics`)).text()
  assert.match(
    metrics,
    /^tukar_sign_in_failures_total\{account="user",reason="wrong-password"\} 2$/m,
  )
})

test('a stolen token checks five passwords, from any number of networks', async (t) => {
  const { url, trader } = await start(t)
  const suspend = (typed: string, from: string) =>
    send(url, 'POST', '/api/user/suspend', {
      token: trader.token,
      body: { password: typed },
      headers: { 'x-forwarded-for': from },
    })
  for (let network = 0; network < 5; network += 1) {
    const answer = await suspend('Wrong-Horse-1', `203.0.113.${network}`)
    assert.deepEqual(messageOf(answer), [400, 'auth.password'])
  }
  assert.deepEqual(messageOf(await suspend(password, '198.51.100.1')), throttled)
})

test('strangers who guess do not hinder the changes of a signed-in user', async (t) => {
  const { tukar, trader, guess } = await start(t)
  await makePin(tukar, trader)
  await strangersGuessed(tukar, trader.email, guessesBeforeCaptcha - 1)
  await guess(trader.email)
  const pin = '593027'
  const body = { password, pin, pin_confirmation: pin }
  for (let time = 0; time < 2; time += 1) {
    const answer = await tukar.call('POST', '/api/pin/update', { token: trader.token, body })
    assert.deepEqual(messageOf(answer), [200, 'api.pin_update_success'])
  }
})

test('guesses of a whole network do not hinder the changes of a signed-in user', async (t) => {
  const tukar = await startTukar(t)
  const trader = await makeTrader(tukar)
  const { counters } = tukar.service.ctx
  const wrong = { name: 'wrong-passwords-of-network', points: 1_000, windowSeconds: 900 }
  await counters.take(wrong, '127.0.0.1', passwordLimits.wrongOfNetwork)
  const login = await tukar.call('POST', '/api/auth/login', {
    body: { email: trader.email, password },
  })
  assert.deepEqual(messageOf(login), throttled)
  const suspended = await tukar.call('POST', '/api/user/suspend', {
    token: trader.token,
    body: { password },
  })
  assert.deepEqual(messageOf(suspended), [200, 'api.user_suspended'])
})
