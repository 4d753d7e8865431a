import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send, startTukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { auditOf, makeFirstAdmin, signOperatorIn } from '../../../tests/make/operator.ts'
import { startProxiedNode } from '../../../tests/make/proxied-node.ts'
import { expectOk } from '../../../tests/make/trader.ts'

const wrong = [400, 'auth.password']

const next = 'another long password'
const passwords = { password: next, password_confirmation: next }

test('a wrong own password is audited wherever it is typed', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const post = (path: string, body: object) =>
    tukar.call('POST', `/operator/api/${path}`, { token: admin.token, body })
  const changed = await post('password', { currentPassword: 'wrong', ...passwords })
  assert.deepEqual(messageOf(changed), wrong)
  assert.deepEqual(messageOf(await post('totp', { password: 'wrong' })), wrong)
  const entries = await auditOf(tukar, admin, '&action=operator.password-failed')
  const entry = [admin.email, 'operator', String(admin.id), '127.0.0.1']
  assert.deepEqual(
    entries.map(({ operator, subject, ip }) => [operator.email, subject.kind, subject.id, ip]),
    [entry, entry],
  )
  assert.equal(entries[0].requestId, changed.headers.get('x-request-id'))
})

test("a token's holder gets five wrong passwords, from any number of networks", async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const url = await startProxiedNode(t, tukar)
  let networks = 0
  const post = (path: string, body: object) => {
    networks += 1
    const headers = { 'x-forwarded-for': `203.0.113.${networks}` }
    return send(url, 'POST', `/operator/api/${path}`, { token: admin.token, body, headers })
  }
  const offer = (password: string) => post('totp', { password })
  for (let time = 0; time < 4; time += 1) assert.deepEqual(messageOf(await offer('wrong')), wrong)
  expectOk(await offer(admin.password))
  for (let time = 0; time < 4; time += 1) assert.deepEqual(messageOf(await offer('wrong')), wrong)
  const fifth = await post('password', { currentPassword: 'wrong', ...passwords })
  assert.deepEqual(messageOf(fifth), wrong)
  const throttled = [429, 'auth.throttle']
  assert.deepEqual(messageOf(await offer(admin.password)), throttled)
  const right = { currentPassword: admin.password, ...passwords }
  assert.deepEqual(messageOf(await post('password', right)), throttled)
  expectOk(await signOperatorIn(tukar, admin.email, admin.password))
})

test('an operator cannot choose a leaked password, whatever its signs', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const change = (password: string) => {
    const body = { currentPassword: admin.password, password, password_confirmation: password }
    return tukar.call('POST', '/operator/api/password', { token: admin.token, body })
  }
  for (const password of ['Administrator1!', 'QWERTY123456', 'Password1234!']) {
    const refused = [400, 'api.operator_password_leaked']
    assert.deepEqual(messageOf(await change(password)), refused, password)
  }
  expectOk(await signOperatorIn(tukar, admin.email, admin.password))
  expectOk(await change(next))
})
