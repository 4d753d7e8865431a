import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Answer, startTukar, type Tukar } from '../../../../tests/harness.ts'
import {
  acceptInvitation,
  auditOf,
  changeOperator,
  invitationOf,
  makeFirstAdmin,
  makeOperator,
  operatorPassword,
  type SignedInOperator,
  signOperatorIn,
} from '../../../../tests/make/operator.ts'
import { phoneE164 } from '../../../../tests/make/phones.ts'
import { codeOf } from '../../../../tests/make/totp.ts'
import { expectOk, makeTrader } from '../../../../tests/make/trader.ts'
import { operatorEndpoints } from '../../../backoffice/accounts/routes.ts'
import { bookEndpoints } from '../../../backoffice/books/routes.ts'
import { userEndpoints } from '../../../backoffice/users/routes.ts'
import { watchEndpoints } from '../../../backoffice/watch/routes.ts'
import { audited } from './operator-endpoint.ts'

type Doing = (
  tukar: Tukar,
  admin: SignedInOperator,
  ids: Readonly<{ other: number; pending: number; user: number; event: number }>,
) => Promise<Answer>

const write =
  (method: string, path: (ids: Parameters<Doing>[2]) => string, body?: unknown): Doing =>
  (tukar, { token }, ids) =>
    tukar.call(
      method,
      `/operator/api${path(ids)}`,
      body === undefined ? { token } : { token, body },
    )

const invited = 'n@tukar.test'
const reason = 'because'
const otherPhone = '+6281234509876'
const next = 'yet another long password'

/**
 * One valid request of each write, in an order in which all succeed; recoveries, which take two
 * operators, have their own test.
 */
const doings: Readonly<Record<string, Doing>> = {
  'operator.login': (tukar, { email, password }) => signOperatorIn(tukar, email, password),
  'operator.create': write('POST', () => '/operators', { email: invited, role: 'viewer' }),
  'operator.accept-invitation': async (tukar) =>
    acceptInvitation(tukar, await invitationOf(tukar, invited)),
  'operator.confirm': write('POST', ({ pending }) => `/operators/${pending}/confirm`),
  'operator.attest': write('POST', ({ pending }) => `/operators/${pending}/attest`),
  'operator.change-role': (tukar, admin, { other }) =>
    changeOperator(tukar, admin, other, 'role', { role: 'finance' }),
  'operator.disable': write('POST', ({ other }) => `/operators/${other}/disable`, { reason }),
  'operator.enable': write('POST', ({ other }) => `/operators/${other}/enable`),
  'operator.reset': write('POST', ({ other }) => `/operators/${other}/reset`),
  'operator.invite': write('POST', ({ other }) => `/operators/${other}/invite`),
  'user.suspend': write('POST', ({ user }) => `/users/${user}/suspend`, { reason }),
  'user.restore': write('POST', ({ user }) => `/users/${user}/restore`, { reason }),
  'phone.blacklist': write('POST', () => '/blacklist/phones', { phone: otherPhone, reason }),
  'phone.lift': write('DELETE', () => '/blacklist/phones', { phone: phoneE164, reason }),
  'inbox.replay': write('POST', ({ event }) => `/inbox/${event}/replay`),
  'inbox.replay-all': write('POST', () => '/inbox/replay', { reason }),
  'operator.change-password': write('POST', () => '/password', {
    currentPassword: operatorPassword,
    password: next,
    password_confirmation: next,
  }),
  'operator.offer-twofa': write('POST', () => '/totp', { password: next }),
  'operator.bind-twofa': async (tukar, { token }) => {
    const body = { password: next }
    const offered = await tukar.call('POST', '/operator/api/totp', { token, body })
    const otpCode = codeOf(offered.body.data.secret2FA)
    return tukar.call('POST', '/operator/api/totp/confirm', { token, body: { otpCode } })
  },
  'operator.logout': write('POST', () => '/logout'),
}

test('every write of the interface, done once, leaves its entry in the audit', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const reader = await makeOperator(tukar, 'viewer', admin)
  const other = await makeOperator(tukar, 'viewer', admin)
  const { id: pending } = await makeOperator(tukar, 'viewer', admin)
  const trader = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  await sql`insert into phone_blacklist (phone, reason) values (${phoneE164}, 'x')`.execute(read)
  await sql`update operators set confirmed_at = null where id = ${pending}`.execute(read)
  const parked = await sql<{ id: number }>`
    insert into inbox (source, event_key, body, state)
    select 'test', key, '{}', 'parked' from unnest('{one,two}'::text[]) as k(key)
    returning id`.execute(read)
  const ids = { other: other.id, pending, user: trader.id, event: parked.rows[0]?.id ?? 0 }
  const rooms = [operatorEndpoints, userEndpoints, bookEndpoints, watchEndpoints]
  const writes = rooms.flat().filter(({ method }) => method !== 'GET')
  assert.deepEqual(
    writes.flatMap(({ action = '' }) => (action.startsWith('recovery.') ? [] : action)).toSorted(),
    Object.keys(doings).toSorted(),
    'a write that is added is added here too',
  )
  for (const [action, doing] of Object.entries(doings)) {
    const before = await auditOf(tukar, reader, `&action=${action}`)
    const answer = await doing(tukar, admin, ids)
    expectOk(answer)
    const after = await auditOf(tukar, reader, `&action=${action}`)
    assert.equal(after.length, before.length + 1, action)
    const entry = after.at(-1)
    const by = action === 'operator.accept-invitation' ? invited : admin.email
    assert.equal(entry.operator.email, by, action)
    assert.equal(entry.requestId, answer.headers.get('x-request-id'), action)
    assert.equal(entry.ip, '127.0.0.1')
  }
})

test('a refused change changes nothing and is not audited as done', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const entries = async () => (await auditOf(tukar, admin)).length
  const before = await entries()
  const refused = await tukar.call('POST', '/operator/api/users/999999/suspend', {
    token: admin.token,
    body: { reason },
  })
  assert.equal(refused.status, 404)
  assert.equal(await entries(), before)
})

test('a change that is not committed leaves no entry either', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const by = { action: 'test.break', ip: '127.0.0.1', requestId: 'r', operator: null }
  const broken = tukar.service.ctx.db.inTransaction(async (tx) => {
    await audited(tx, by, { subject: { kind: 'test', id: 1 } }, null)
    throw new Error('broken off')
  })
  await assert.rejects(broken, /broken off/)
  assert.deepEqual(await auditOf(tukar, admin, '&action=test.break'), [])
})
