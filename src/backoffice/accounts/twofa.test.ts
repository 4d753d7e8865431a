import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  auditOf,
  changeOperator,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
} from '../../../tests/make/operator.ts'
import { codeOf, wrongCodeOf } from '../../../tests/make/totp.ts'
import { expectOk } from '../../../tests/make/trader.ts'
import { silent } from '../../../tests/server.ts'
import { makeAdmin } from '../../platform/access/operators/first-operator.ts'
import { withOperatorCode } from '../../platform/access/operators/operator-code.ts'
import { startService } from '../../service.ts'

const otpFailed = [403, 'auth.otp_failed']
const unauthenticated = [401, 'auth.unauthenticated']

const offer = (tukar: Tukar, { token }: SignedInOperator, body: unknown) =>
  tukar.call('POST', '/operator/api/totp', { token, body })

const confirm = (tukar: Tukar, { token }: SignedInOperator, otpCode: string) =>
  tukar.call('POST', '/operator/api/totp/confirm', { token, body: { otpCode } })

/** Makes used codes acceptable again, as after some minutes. */
const forgetSteps = ({ service }: Tukar) =>
  sql`update operators set totp_last_step = 0`.execute(service.ctx.db.read)

async function enrol(tukar: Tukar, operator: SignedInOperator): Promise<string> {
  const offered = await offer(tukar, operator, { password: operator.password })
  assert.deepEqual(messageOf(offered), [200, 'api.operator_twofa_offered'])
  const { secret2FA, otpauthUrl, qrCode } = offered.body.data
  assert.match(otpauthUrl, /^otpauth:\/\/totp\/Tukar/)
  assert.match(qrCode, /^data:image\/png;base64,/)
  const confirmed = await confirm(tukar, operator, codeOf(secret2FA))
  assert.deepEqual(messageOf(confirmed), [200, 'api.twofa_binded_successfully'])
  await forgetSteps(tukar)
  return secret2FA
}

test('a bound authenticator app is required at every sign-in', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const other = await signOperatorIn(tukar, admin.email, admin.password)
  const secret = await enrol(tukar, admin)
  const ended = await tukar.call('GET', '/operator/api/me', { token: other.body.data.token })
  assert.deepEqual(messageOf(ended), unauthenticated, 'the sessions before it have ended')
  const login = (code?: string) => signOperatorIn(tukar, admin.email, admin.password, code)
  assert.deepEqual(messageOf(await login()), otpFailed)
  assert.deepEqual(messageOf(await login(wrongCodeOf(secret))), otpFailed)
  const wrongPassword = await signOperatorIn(tukar, admin.email, 'wrong', codeOf(secret))
  assert.deepEqual(
    messageOf(wrongPassword),
    [401, 'auth.failed'],
    'codes are no way round passwords',
  )
  assert.equal((await login(codeOf(secret))).status, 200)
})

test('a code opens one session, on any number of concurrent requests', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const secret = await enrol(tukar, admin)
  const code = codeOf(secret)
  const login = () => signOperatorIn(tukar, admin.email, admin.password, code)
  const answers = await Promise.all([login(), login(), login()])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403, 403])
  assert.deepEqual(messageOf(await login()), otpFailed)
})

test('the fifth wrong code in fifteen minutes alerts, and no later one is checked', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const secret = await enrol(tukar, admin)
  const login = (code: string) => signOperatorIn(tukar, admin.email, admin.password, code)
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await login(wrongCodeOf(secret))), otpFailed)
  }
  assert.deepEqual(messageOf(await login(codeOf(secret))), [429, 'api.too_many_requests'])
  const entries = await auditOf(tukar, admin, '&action=operator.code-failed')
  assert.equal(entries.length, 5)
  const waiting = await sql<{ found: number }>`
    select count(*) as found from graphile_worker._private_jobs where payload::text like
      '%operator-guessed%'`.execute(tukar.service.ctx.db.read)
  const mails = await sql<{ found: number }>`
    select count(*) as found from operator_alerts where kind = 'operator-guessed'`.execute(
    tukar.service.ctx.db.read,
  )
  assert.equal(Number(waiting.rows[0]?.found) + Number(mails.rows[0]?.found), 1)
})

test('the right password without a code is audited, and counted as a wrong one', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const secret = await enrol(tukar, admin)
  const login = (code?: string) => signOperatorIn(tukar, admin.email, admin.password, code)
  for (let time = 0; time < 4; time += 1) assert.deepEqual(messageOf(await login()), otpFailed)
  assert.equal((await login(codeOf(secret))).status, 200, 'a right one clears the count')
  for (let time = 0; time < 5; time += 1) assert.deepEqual(messageOf(await login()), otpFailed)
  assert.deepEqual(messageOf(await login(codeOf(secret, 1))), [429, 'api.too_many_requests'])
  const entries = await auditOf(tukar, admin, '&action=operator.code-failed')
  assert.deepEqual(
    entries.map(({ subject, after }) => [subject.id, after.why]),
    Array.from({ length: 9 }, () => [String(admin.id), 'no code']),
  )
})

test('right codes of refused acts do not keep an operator from acting', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const other = await makeOperator(tukar, 'viewer', admin)
  const secret = await enrol(tukar, admin)
  const enable = (id: number) =>
    changeOperator(tukar, admin, id, 'enable', { otpCode: codeOf(secret) })
  for (let time = 0; time < 6; time += 1) {
    assert.deepEqual(messageOf(await enable(other.id)), [400, 'api.nothing_to_change'])
  }
  expectOk(await changeOperator(tukar, admin, other.id, 'disable'))
  expectOk(await enable(other.id))
})

test('a new session is returned even if its tries cannot be reset', async (t) => {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const admin = await makeFirstAdmin(tukar)
  const code = codeOf(await enrol(tukar, admin))
  const counters = { ...ctx.counters, reset: () => Promise.reject(new Error('away')) }
  const by = { action: 'test.login', ip: '127.0.0.1', requestId: 'r' }
  const operator = { id: admin.id, email: admin.email }
  const attempt = { operator, code, secret: 'bound' as const, by }
  assert.equal(await withOperatorCode({ ...ctx, counters }, attempt, async () => 'done'), 'done')
})

test('a secret is offered for the password, and for a code of the app before', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  assert.deepEqual(messageOf(await confirm(tukar, admin, '000000')), [
    400,
    'api.operator_twofa_not_offered',
  ])
  assert.deepEqual(messageOf(await offer(tukar, admin, { password: 'wrong' })), [
    400,
    'auth.password',
  ])
  const secret = await enrol(tukar, admin)
  const { password } = admin
  assert.deepEqual(messageOf(await offer(tukar, admin, { password })), otpFailed)
  const again = await offer(tukar, admin, { password, otpCode: codeOf(secret) })
  assert.equal(again.status, 200)
  await forgetSteps(tukar)
  const next = again.body.data.secret2FA
  assert.deepEqual(messageOf(await confirm(tukar, admin, wrongCodeOf(next))), otpFailed)
  const before = await signOperatorIn(tukar, admin.email, password, codeOf(secret))
  assert.equal(before.status, 200, 'until it is confirmed the former one counts')
  await forgetSteps(tukar)
  assert.equal((await confirm(tukar, admin, codeOf(next))).status, 200)
  await forgetSteps(tukar)
  assert.deepEqual(
    messageOf(await signOperatorIn(tukar, admin.email, password, codeOf(secret))),
    otpFailed,
  )
})

test('in production an operator without an app can do nothing but enrol', async (t) => {
  const tukar = await startTukar(t)
  const { token, password } = await makeFirstAdmin(tukar)
  const production = { ...tukar.config, port: 0, production: true }
  const node = await startService(production, silent)
  t.after(() => node.stop())
  const call = (method: string, path: string, body?: unknown) =>
    send(node.url, method, `/operator/api${path}`, body === undefined ? { token } : { token, body })
  const refused = [403, 'api.operator_twofa_required']
  assert.deepEqual(messageOf(await call('GET', '/audit')), refused)
  assert.deepEqual(messageOf(await call('PUT', '/wallet-status', {})), refused)
  assert.equal((await call('GET', '/me')).status, 200)
  const offered = await call('POST', '/totp', { password })
  expectOk(offered)
  expectOk(await call('POST', '/totp/confirm', { otpCode: codeOf(offered.body.data.secret2FA) }))
  assert.equal((await call('GET', '/audit')).status, 200)
})

test('a new password needs the old one, and a code if an app is bound', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const other = await signOperatorIn(tukar, admin.email, admin.password)
  const next = 'another long password'
  const change = (body: object) =>
    tukar.call('POST', '/operator/api/password', {
      token: admin.token,
      body: {
        currentPassword: operatorPassword,
        password: next,
        password_confirmation: next,
        ...body,
      },
    })
  assert.deepEqual(messageOf(await change({ currentPassword: 'wrong' })), [400, 'auth.password'])
  const same = { password: operatorPassword, password_confirmation: operatorPassword }
  assert.deepEqual(messageOf(await change(same)), [400, 'api.nothing_to_change'])
  assert.deepEqual(messageOf(await change({ password: 'short', password_confirmation: 'short' })), [
    400,
    'The password field must be at least 12 characters.',
  ])
  assert.deepEqual(messageOf(await change({ password_confirmation: 'not the same one' })), [
    400,
    'The password field confirmation does not match.',
  ])
  const secret = await enrol(tukar, admin)
  assert.deepEqual(messageOf(await change({})), otpFailed)
  assert.deepEqual(messageOf(await change({ otpCode: codeOf(secret) })), [200, 'passwords.reset'])
  await forgetSteps(tukar)
  const ended = await tukar.call('GET', '/operator/api/me', { token: other.body.data.token })
  assert.deepEqual(messageOf(ended), unauthenticated)
  expectOk(await tukar.call('GET', '/operator/api/me', { token: admin.token }))
  const login = (password: string) => signOperatorIn(tukar, admin.email, password, codeOf(secret))
  assert.deepEqual(messageOf(await login(operatorPassword)), [401, 'auth.failed'])
  assert.equal((await login(next)).status, 200)
})

test('a first password only allows setting another', async (t) => {
  const tukar = await startTukar(t)
  const email = 'from-the-machine@tukar.test'
  const password = (await makeAdmin(tukar.service.ctx, email)) ?? ''
  const signedIn = await signOperatorIn(tukar, email, password)
  assert.equal(signedIn.body.data.operator.passwordInitial, true)
  const { token } = signedIn.body.data
  assert.deepEqual(messageOf(await tukar.call('GET', '/operator/api/audit', { token })), [
    403,
    'api.operator_password_initial',
  ])
  const body = {
    currentPassword: password,
    password: operatorPassword,
    password_confirmation: operatorPassword,
  }
  expectOk(await tukar.call('POST', '/operator/api/password', { token, body }))
  expectOk(await tukar.call('GET', '/operator/api/audit', { token }))
})
