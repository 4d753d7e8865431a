import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { eventually, send, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { unversioned } from '../../../tests/make/edits.ts'
import { strangersGuessed } from '../../../tests/make/guesses.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  signOperatorIn,
} from '../../../tests/make/operator.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { expectOk, makeTrader } from '../../../tests/make/trader.ts'
import { passwordLimits } from '../../platform/access/passwords/password-limits.ts'

const { strangerGuesses } = passwordLimits

const failed = [401, 'auth.failed']
const unauthenticated = [401, 'auth.unauthenticated']

const me = (tukar: Tukar, token: string) => tukar.call('GET', '/operator/api/me', { token })

const run = ({ service }: Tukar, statement: ReturnType<typeof sql>) =>
  statement.execute(service.ctx.db.read)

test('signing in returns a token for eight hours and the operator', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const answer = await signOperatorIn(tukar, ` ${admin.email.toUpperCase()} `, admin.password)
  assert.deepEqual(messageOf(answer), [200, 'auth.logged_in'])
  const { token, expiresAt, operator } = answer.body.data
  assert.match(token, /^xot_[\w-]{43}$/)
  const hours = (Date.parse(expiresAt) - Date.now()) / 3_600_000
  assert.ok(hours > 7.9 && hours < 8.1, `${hours}`)
  assert.deepEqual(
    { ...unversioned(operator), createdAt: '' },
    {
      id: admin.id,
      email: admin.email,
      role: 'admin',
      bind2FA: false,
      passwordInitial: false,
      invited: false,
      confirmed: true,
      attestedUntil: null,
      attestationDue: false,
      disabled: false,
      createdAt: '',
    },
  )
  assert.deepEqual((await me(tukar, token)).body.data, operator)
})

test('a token expires after thirty idle minutes, and after eight hours in any case', async (t) => {
  const tukar = await startTukar(t)
  const { token } = await makeFirstAdmin(tukar)
  const seen = (ago: string) =>
    run(tukar, sql`update operator_sessions set last_seen_at = now() - ${ago}::interval`)
  await seen('29 minutes')
  expectOk(await me(tukar, token))
  const stored = await sql<{ fresh: boolean }>`
    select last_seen_at > now() - interval '10 seconds' as fresh from operator_sessions`.execute(
    tukar.service.ctx.db.read,
  )
  assert.deepEqual(stored.rows, [{ fresh: true }], 'being used keeps it awake')
  await seen('31 minutes')
  assert.deepEqual(messageOf(await me(tukar, token)), unauthenticated)
  await seen('0 minutes')
  await run(tukar, sql`update operator_sessions set expires_at = now()`)
  assert.deepEqual(messageOf(await me(tukar, token)), unauthenticated)
})

test('a wrong password and an unknown address get one response, both audited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const wrong = await signOperatorIn(tukar, admin.email, 'wrong')
  const unknownUser = await signOperatorIn(tukar, 'nobody@tukar.test', admin.password)
  assert.deepEqual(messageOf(wrong), failed)
  assert.equal(unknownUser.text, wrong.text)
  const entries = await auditOf(tukar, admin, '&action=operator.login-failed')
  assert.deepEqual(
    entries.map(({ operator, subject, after }) => [
      operator,
      subject.kind,
      subject.id,
      after.operatorId,
    ]),
    [
      [null, 'address', admin.email, admin.id],
      [null, 'address', 'nobody@tukar.test', null],
    ],
  )
  assert.ok(entries.every(({ ip }) => ip === '127.0.0.1'))
})

test('five failures from one network block the address there, and only there', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  for (let time = 0; time < 5; time += 1) {
    assert.deepEqual(messageOf(await signOperatorIn(tukar, admin.email, 'wrong')), failed)
  }
  const sixth = await signOperatorIn(tukar, admin.email, admin.password)
  assert.deepEqual(messageOf(sixth), [429, 'auth.throttle'])
  assert.ok(Number(sixth.headers.get('retry-after')) > 280)
  const elsewhere = await send(await startProxiedNode(t, tukar), 'POST', '/operator/api/login', {
    body: { email: admin.email, password: admin.password },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  assert.equal(elsewhere.status, 200)
})

test('guesses from many networks pause, alert once, and lock no operator out', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const url = await startProxiedNode(t, tukar)
  const signInFrom = (from: string, password: string) =>
    send(url, 'POST', '/operator/api/login', {
      body: { email: admin.email, password },
      headers: { 'x-forwarded-for': from },
    })
  expectOk(await signInFrom('198.51.100.1', admin.password))
  for (let network = 0; network < strangerGuesses; network += 1) {
    assert.deepEqual(messageOf(await signInFrom(`203.0.113.${network}`, 'wrong')), failed)
  }
  const more = Array.from({ length: 15 }, (_, network) =>
    signInFrom(`203.0.114.${network}`, 'wrong'),
  )
  const checked = (await Promise.all(more)).filter(({ status }) => status === 401).length
  assert.ok(checked >= 1 && checked < 5, `${checked} of 15`)
  await strangersGuessed(tukar, `operator ${admin.email}`, 100)
  await eventually('the last pause to end', async () => {
    const [status] = messageOf(await signInFrom('203.0.115.1', 'wrong'))
    return status === 401
  })
  assert.deepEqual(messageOf(await signInFrom('203.0.115.2', admin.password)), [
    429,
    'auth.throttle',
  ])
  expectOk(await signInFrom('198.51.100.1', admin.password))
  const alerts = await eventually('the alert', async () => {
    const path = '/operator/api/alerts?kind=operator-password-guessed'
    const answer = await tukar.call('GET', path, { token: admin.token })
    return answer.body.data.data.length > 0 && answer.body.data.data
  })
  assert.deepEqual(
    alerts.map(({ data, severity }: { data: { operatorId: string }; severity: string }) => [
      severity,
      data.operatorId,
    ]),
    [['warning', String(admin.id)]],
  )
})

test('failures of users and of operators are counted apart, address by address', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeTrader(tukar, admin.email)
  for (let time = 0; time < 6; time += 1) {
    const body = { email: trader.email, password: 'Wrong-Horse-9' }
    await tukar.call('POST', '/api/auth/login', { body })
  }
  expectOk(await signOperatorIn(tukar, admin.email, admin.password))
})

test('one network tries sixty times in five minutes, whatever the addresses', async (t) => {
  const tukar = await startTukar(t)
  const body = { email: 'someone@tukar.test', password: 'x' }
  const answers: number[] = []
  for (let time = 0; time < 61; time += 1) {
    const tried = { ...body, email: `someone-${Math.floor(time / 5)}@tukar.test` }
    answers.push((await tukar.call('POST', '/operator/api/login', { body: tried })).status)
  }
  assert.deepEqual(
    answers.slice(0, 60),
    Array.from({ length: 60 }, () => 401),
  )
  assert.equal(answers[60], 429)
})

test('neither passwords nor tokens are stored in clear', async (t) => {
  const tukar = await startTukar(t)
  const { email, password } = await makeFirstAdmin(tukar)
  const { token } = (await signOperatorIn(tukar, email, password)).body.data
  const stored = await sql<{ row: string }>`
    select to_jsonb(o)::text as row from operators o
    union all select to_jsonb(s)::text from operator_sessions s
    union all select to_jsonb(a)::text from operator_audit a`.execute(tukar.service.ctx.db.read)
  assert.ok(stored.rows.length >= 3)
  const plain = token.slice(4)
  const secrets = [plain, Buffer.from(plain, 'base64url').toString('hex'), operatorPassword]
  for (const { row } of stored.rows) assert.ok(!secrets.some((one) => row.includes(one)), row)
})

test('signing out ends this session and leaves the others', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const second = await signOperatorIn(tukar, admin.email, admin.password)
  const out = await tukar.call('POST', '/operator/api/logout', { token: admin.token })
  assert.deepEqual(messageOf(out), [200, 'auth.logged_out'])
  assert.deepEqual(messageOf(await me(tukar, admin.token)), unauthenticated)
  expectOk(await me(tukar, second.body.data.token))
})

test('a disabled operator with the right password is refused as disabled, audited', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const body = { reason: 'left the company' }
  const path = `/operator/api/operators/${viewer.id}/disable`
  expectOk(await tukar.call('POST', path, { token: admin.token, body }))
  assert.deepEqual(messageOf(await signOperatorIn(tukar, viewer.email, 'wrong')), failed)
  assert.deepEqual(messageOf(await signOperatorIn(tukar, viewer.email, viewer.password)), [
    403,
    'auth.account_suspended',
  ])
  const entries = await auditOf(tukar, admin, `&action=operator.login-failed`)
  assert.deepEqual(
    entries.map(({ operator, subject, after }) => [operator, subject.id, after.why]),
    [
      [null, viewer.email, 'wrong password'],
      [null, viewer.email, 'disabled'],
    ],
  )
})
