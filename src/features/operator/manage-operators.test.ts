import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import {
  auditOf,
  makeFirstAdmin,
  makeOperator,
  type SignedInOperator,
  signOperatorIn,
} from '../../../tests/make/operator.ts'
import { codeOf } from '../../../tests/make/totp.ts'
import { expectOk } from '../../../tests/make/trader.ts'

const said = ({ status, body }: Answer) => [status, body?.message]
const notPermitted = [403, 'api.operator_not_permitted']
const unauthenticated = [401, 'auth.unauthenticated']

const change = (
  tukar: Tukar,
  by: SignedInOperator,
  id: number,
  what: string,
  body: object = { reason: 'left the company' },
) =>
  tukar.call(what === 'role' ? 'PUT' : 'POST', `/operator/api/operators/${id}/${what}`, {
    token: by.token,
    body,
  })

const me = (tukar: Tukar, { token }: SignedInOperator) =>
  tukar.call('GET', '/operator/api/me', { token })

test('an admin makes operators, whose first passwords are shown once', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const make = (body: object) =>
    tukar.call('POST', '/operator/api/operators', { token: admin.token, body })
  const made = await make({ email: 'New@Tukar.test', role: 'finance' })
  assert.deepEqual(said(made), [200, 'api.operator_created'])
  const { password, ...shown } = made.body.data
  assert.match(password, /^[\w-]{24}$/)
  assert.equal(shown.email, 'new@tukar.test')
  assert.equal(shown.passwordInitial, true)
  assert.deepEqual(said(await make({ email: 'new@tukar.test', role: 'viewer' })), [
    400,
    'api.operator_exists',
  ])
  assert.deepEqual(said(await make({ email: 'other@tukar.test', role: 'owner' })), [
    400,
    'The selected role is invalid.',
  ])
  const list = await tukar.call('GET', '/operator/api/operators', { token: admin.token })
  assert.deepEqual(said(list), [200, 'api.operators_retrieved'])
  assert.equal(list.body.data.totalData, 2)
  assert.deepEqual(list.body.data.data[1], shown)
  assert.ok(!list.text.includes(password))
  const audit = await auditOf(tukar, admin, `&subjectKind=operator&subjectId=${shown.id}`)
  assert.deepEqual(
    audit.map(({ action, before, after }) => [action, before, after]),
    [['operator.create', null, { email: 'new@tukar.test', role: 'finance' }]],
  )
})

test('a role counts from the next request on', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const list = () => tukar.call('GET', '/operator/api/operators', { token: viewer.token })
  assert.deepEqual(said(await list()), notPermitted)
  const promoted = await change(tukar, admin, viewer.id, 'role', { role: 'admin' })
  assert.deepEqual(said(promoted), [200, 'api.operator_updated'])
  assert.equal(promoted.body.data.role, 'admin')
  assert.equal((await list()).status, 200)
  assert.deepEqual(said(await change(tukar, admin, viewer.id, 'role', { role: 'admin' })), [
    400,
    'api.nothing_to_change',
  ])
  expectOk(await change(tukar, admin, viewer.id, 'role', { role: 'support' }))
  assert.deepEqual(said(await list()), notPermitted)
})

test('a disabled operator is out at once, and in again when enabled', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  assert.deepEqual(said(await change(tukar, admin, viewer.id, 'disable', {})), [
    400,
    'The reason field is required.',
  ])
  expectOk(await change(tukar, admin, viewer.id, 'disable'))
  assert.deepEqual(said(await me(tukar, viewer)), unauthenticated)
  assert.deepEqual(said(await change(tukar, admin, viewer.id, 'disable')), [
    400,
    'api.nothing_to_change',
  ])
  expectOk(await change(tukar, admin, viewer.id, 'enable'))
  assert.deepEqual(said(await me(tukar, viewer)), unauthenticated, 'its sessions stay ended')
  assert.equal((await signOperatorIn(tukar, viewer.email, viewer.password)).status, 200)
  assert.deepEqual(said(await change(tukar, admin, viewer.id, 'enable')), [
    400,
    'api.nothing_to_change',
  ])
})

test('a reset takes password, app and sessions away', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const { token, password } = viewer
  const offered = await tukar.call('POST', '/operator/api/totp', { token, body: { password } })
  const otpCode = codeOf(offered.body.data.secret2FA)
  expectOk(await tukar.call('POST', '/operator/api/totp/confirm', { token, body: { otpCode } }))
  const reset = await change(tukar, admin, viewer.id, 'reset')
  expectOk(reset)
  assert.deepEqual(said(await me(tukar, viewer)), unauthenticated)
  assert.deepEqual(said(await signOperatorIn(tukar, viewer.email, password)), [401, 'auth.failed'])
  const again = await signOperatorIn(tukar, viewer.email, reset.body.data.password)
  assert.equal(again.status, 200)
  assert.equal(again.body.data.operator.bind2FA, false)
})

test('what an admin does to an operator is told to all, and no password with it', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  const { email } = viewer
  expectOk(await change(tukar, admin, viewer.id, 'role', { role: 'finance' }))
  const reset = await change(tukar, admin, viewer.id, 'reset')
  expectOk(await change(tukar, admin, viewer.id, 'disable'))
  expectOk(await change(tukar, admin, viewer.id, 'enable'))
  assert.equal((await change(tukar, admin, viewer.id, 'enable')).status, 400)
  const { text, body } = await eventually('five alerts', async () => {
    const path = '/operator/api/alerts?kind=operator-changed&severity=warning'
    const answer = await tukar.call('GET', path, { token: admin.token })
    return answer.body.data.data.length >= 5 && answer
  })
  const alerts: readonly { subject: string; data: unknown }[] = body.data.data
  assert.deepEqual(
    alerts.map(({ subject }) => subject).toSorted(),
    [
      `${admin.email} disabled ${email}`,
      `${admin.email} enabled ${email}`,
      `${admin.email} made ${email} finance, who was viewer`,
      `${admin.email} made the operator ${email}, viewer`,
      `${admin.email} reset ${email}`,
    ].toSorted(),
  )
  const ip = '127.0.0.1'
  const who = { operatorId: String(viewer.id), email, byId: String(admin.id), byEmail: admin.email }
  for (const { data } of alerts) assert.deepEqual(data, { ...who, ip })
  assert.ok(!text.includes(reset.body.data.password))
})

test('nobody changes themselves, and an unknown operator is not found', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const bodies = { role: { role: 'viewer' }, disable: { reason: 'x' }, enable: {}, reset: {} }
  for (const [what, body] of Object.entries(bodies)) {
    assert.deepEqual(
      said(await change(tukar, admin, admin.id, what, body)),
      [400, 'api.operator_oneself'],
      what,
    )
    assert.deepEqual(
      said(await change(tukar, admin, 999, what, body)),
      [404, 'api.operator_not_found'],
      what,
    )
  }
})

test('of two admins who turn on each other at once one remains', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const first = await makeFirstAdmin(tukar)
  const second = await makeOperator(tukar, 'admin', first)
  const answers = await Promise.all([
    change(tukar, first, second.id, 'disable'),
    change(tukar, second, first.id, 'role', { role: 'viewer' }),
  ])
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(answers))
  const lost = answers.find(({ status }) => status !== 200)
  assert.ok([401, 403].includes(lost?.status ?? 0), lost?.text ?? '')
  const winner = answers[0]?.status === 200 ? first : second
  const list = await tukar.call('GET', '/operator/api/operators', { token: winner.token })
  const admins = list.body.data.data.filter(
    (one: { role: string; disabled: boolean }) => one.role === 'admin' && !one.disabled,
  )
  assert.equal(admins.length, 1)
})
