import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import {
  auditOf,
  changeOperator,
  inviteOperator,
  makeFirstAdmin,
  makeOperator,
  makeSandboxOperators,
  type SignedInOperator,
  signOperatorIn,
} from '../../../tests/make/operator.ts'
import { expectOk } from '../../../tests/make/trader.ts'

const notPermitted = [403, 'api.operator_not_permitted']
const unauthenticated = [401, 'auth.unauthenticated']

const me = (tukar: Tukar, { token }: SignedInOperator) =>
  tukar.call('GET', '/operator/api/me', { token })

test('an admin makes operators, and no response holds a password or a token', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const make = (body: object) =>
    tukar.call('POST', '/operator/api/operators', { token: admin.token, body })
  const made = await make({ email: 'New@Tukar.test', role: 'finance' })
  assert.deepEqual(messageOf(made), [200, 'api.operator_created'])
  const shown = made.body.data
  assert.deepEqual(Object.keys(shown).toSorted(), [
    'attestationDue',
    'attestedUntil',
    'bind2FA',
    'confirmed',
    'createdAt',
    'disabled',
    'email',
    'id',
    'invited',
    'passwordInitial',
    'role',
    'version',
  ])
  assert.deepEqual([shown.email, shown.invited, shown.confirmed], ['new@tukar.test', true, false])
  assert.deepEqual(messageOf(await make({ email: 'new@tukar.test', role: 'viewer' })), [
    400,
    'api.operator_exists',
  ])
  assert.deepEqual(messageOf(await make({ email: 'other@tukar.test', role: 'owner' })), [
    400,
    'The selected role is invalid.',
  ])
  const list = await tukar.call('GET', '/operator/api/operators', { token: admin.token })
  assert.deepEqual(messageOf(list), [200, 'api.operators_retrieved'])
  assert.equal(list.body.data.data.length, 2)
  assert.deepEqual(list.body.data.data[0], shown)
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
  assert.deepEqual(messageOf(await list()), notPermitted)
  const promoted = await changeOperator(tukar, admin, viewer.id, 'role', { role: 'admin' })
  assert.deepEqual(messageOf(promoted), [200, 'api.operator_updated'])
  assert.equal(promoted.body.data.role, 'admin')
  assert.equal((await list()).status, 200)
  assert.deepEqual(
    messageOf(await changeOperator(tukar, admin, viewer.id, 'role', { role: 'admin' })),
    [400, 'api.nothing_to_change'],
  )
  expectOk(await changeOperator(tukar, admin, viewer.id, 'role', { role: 'support' }))
  assert.deepEqual(messageOf(await list()), notPermitted)
})

test('a disabled operator loses access at once, and regains it when enabled', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const viewer = await makeOperator(tukar, 'viewer', admin)
  assert.deepEqual(messageOf(await changeOperator(tukar, admin, viewer.id, 'disable', {})), [
    400,
    'The reason field is required.',
  ])
  expectOk(await changeOperator(tukar, admin, viewer.id, 'disable'))
  assert.deepEqual(messageOf(await me(tukar, viewer)), unauthenticated)
  assert.deepEqual(messageOf(await changeOperator(tukar, admin, viewer.id, 'disable')), [
    400,
    'api.nothing_to_change',
  ])
  expectOk(await changeOperator(tukar, admin, viewer.id, 'enable'))
  assert.deepEqual(messageOf(await me(tukar, viewer)), unauthenticated, 'its sessions stay ended')
  assert.equal((await signOperatorIn(tukar, viewer.email, viewer.password)).status, 200)
  assert.deepEqual(messageOf(await changeOperator(tukar, admin, viewer.id, 'enable')), [
    400,
    'api.nothing_to_change',
  ])
})

test('all operators are alerted when an admin changes one of them', async (t) => {
  const tukar = await startTukar(t)
  const [admin, second] = await makeSandboxOperators(tukar)
  assert.ok(admin !== undefined && second !== undefined)
  const { id, email } = await inviteOperator(tukar, 'viewer', admin)
  expectOk(await changeOperator(tukar, second, id, 'confirm'))
  expectOk(await changeOperator(tukar, admin, id, 'role', { role: 'finance' }))
  expectOk(await changeOperator(tukar, admin, id, 'reset'))
  expectOk(await changeOperator(tukar, admin, id, 'invite'))
  expectOk(await changeOperator(tukar, admin, id, 'disable'))
  expectOk(await changeOperator(tukar, admin, id, 'enable'))
  assert.equal((await changeOperator(tukar, admin, id, 'enable')).status, 400)
  const { body } = await eventually('seven alerts', async () => {
    const path = '/operator/api/alerts?kind=operator-changed&severity=warning'
    const answer = await tukar.call('GET', path, { token: admin.token })
    return answer.body.data.data.length >= 7 && answer
  })
  const alerts: readonly { subject: string; data: Readonly<Record<string, string>> }[] =
    body.data.data
  assert.deepEqual(
    alerts.map(({ subject }) => subject).toSorted(),
    [
      `${second.email} confirmed ${email}`,
      `${admin.email} disabled ${email}`,
      `${admin.email} enabled ${email}`,
      `${admin.email} invited ${email} again`,
      `${admin.email} made ${email} finance, who was viewer`,
      `${admin.email} made the operator ${email}, viewer`,
      `${admin.email} reset ${email}`,
    ].toSorted(),
  )
  for (const { subject, data } of alerts) {
    const by: SignedInOperator = subject.startsWith(admin.email) ? admin : second
    const facts = { operatorId: String(id), email, byId: String(by.id), byEmail: by.email }
    assert.deepEqual(data, { ...facts, ip: '127.0.0.1' })
  }
})

test('operators cannot change themselves, and an unknown operator is not found', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const bodies = {
    role: { role: 'viewer' },
    disable: { reason: 'x' },
    enable: {},
    reset: {},
    invite: {},
    confirm: {},
  }
  for (const [what, body] of Object.entries(bodies)) {
    assert.deepEqual(
      messageOf(await changeOperator(tukar, admin, admin.id, what, body)),
      [400, 'api.operator_oneself'],
      what,
    )
    assert.deepEqual(
      messageOf(await changeOperator(tukar, admin, 999, what, body)),
      [404, 'api.operator_not_found'],
      what,
    )
  }
})

test('if two admins disable each other at once, one remains', async (t) => {
  const tukar = await startTukar(t, { nodes: 2 })
  const first = await makeFirstAdmin(tukar)
  const second = await makeOperator(tukar, 'admin', first)
  const answers = await Promise.all([
    changeOperator(tukar, first, second.id, 'disable'),
    changeOperator(tukar, second, first.id, 'role', { role: 'viewer' }),
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
