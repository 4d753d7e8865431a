import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { mayActAs, type Role, roles } from '../../src/core/operators/roles.ts'
import { endpoints } from '../../src/endpoints.ts'
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.ts'
import { isCallback } from '../../src/platform/http/route.ts'
import { startTukar, type Tukar } from '../harness.ts'
import { messageOf } from '../make/answers.ts'
import { listen } from '../make/event-stream.ts'
import { makeFirstAdmin, makeOperator } from '../make/operator.ts'
import { makeTrader, password } from '../make/trader.ts'

const unauthenticated = [401, 'auth.unauthenticated']
const notPermitted = [403, 'api.operator_not_permitted']

const callbackRows = endpoints.filter(({ path }) => isCallback(path))
const fileRows = endpoints.filter(({ access }) => access.scheme === 'signedUrl')
const operatorRows = endpoints.filter(({ access }) => access.scheme === 'operatorBearer')
const userRows = endpoints.filter(
  ({ access, path }) => access.scheme === 'bearer' && !isCallback(path),
)

/** Refusals other than 401, by the name of the access. */
const ownRefusals: ReadonlyMap<string, readonly [number, RegExp]> = new Map([
  ['payd signature', [400, /"statusCode":"99"/]],
  ['payd inquiry signature', [200, /"statusCode":"99"/]],
  ['report queue token', [400, /"api\.report_unauthorized"/]],
  ['signed URL', [404, /"api\.not_found"/]],
])

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Calls an endpoint with ids that do not exist, and an empty body if it reads one. */
function callRow(
  tukar: Tukar,
  { method, path, body }: Endpoint,
  token?: string,
  sent: unknown = body === undefined ? undefined : {},
) {
  return tukar.call(method, path.replaceAll(/\{[^}]+\}/g, '999999'), {
    ...(token === undefined ? {} : { token }),
    ...(sent === undefined ? {} : { body: sent }),
  })
}

const expireSessions = ({ service }: Tukar) =>
  sql`with of_users as (update access_tokens set expires_at = now())
    update operator_sessions set expires_at = now()`.execute(service.ctx.db.read)

test('each endpoint that is not public refuses callers without credentials', async (t) => {
  const tukar = await startTukar(t)
  const guarded = [...userRows, ...operatorRows, ...callbackRows, ...fileRows]
  const open = endpoints.filter(({ access }) => access.scheme === null)
  assert.equal(guarded.length + open.length, endpoints.length)
  for (const row of [...userRows, ...operatorRows]) {
    for (const sent of row.method === 'GET' ? [undefined] : [undefined, {}, { nonsense: true }]) {
      const answer = await callRow(tukar, row, undefined, sent)
      assert.deepEqual(messageOf(answer), unauthenticated, nameOf(row))
    }
  }
  for (const row of [...callbackRows, ...fileRows]) {
    const { status, text } = await callRow(tukar, row)
    const [wanted, says] = ownRefusals.get(row.access.name) ?? [401, /"/]
    assert.equal(status, wanted, nameOf(row))
    assert.match(text, says, nameOf(row))
  }
  const stored = await sql`select from inbox`.execute(tukar.service.ctx.db.read)
  assert.equal(stored.rows.length, 0, 'a callback without credentials is not stored')
})

test('endpoints refuse tokens that are malformed, expired or of another kind', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const trader = await makeTrader(tukar)
  const garbage = ['x', 'null', 'A'.repeat(43), trader.refreshToken]
  const refuseAll = async (rows: readonly Endpoint[], tokens: readonly string[]) => {
    assert.ok(rows.length > 20)
    for (const row of rows) {
      for (const token of tokens) {
        const answer = await callRow(tukar, row, token)
        assert.deepEqual(messageOf(answer), unauthenticated, `${nameOf(row)} ${token}`)
      }
    }
  }
  await refuseAll(userRows, [...garbage, admin.token])
  await refuseAll(operatorRows, [...garbage, trader.token])
  await expireSessions(tukar)
  await refuseAll(userRows, [trader.token])
  await refuseAll(operatorRows, [admin.token])
})

test('an unverified account signs in, and every endpoint for users refuses it', async (t) => {
  const tukar = await startTukar(t)
  const email = 'unverified@tukar.test'
  const body = { email, password, password_confirmation: password }
  await tukar.call('POST', '/api/auth/register', { body })
  const answered = await tukar.call('POST', '/api/auth/login', { body: { email, password } })
  assert.equal(answered.status, 200)
  const { token } = answered.body.data.xToken
  for (const row of userRows) {
    const answer = await callRow(tukar, row, token)
    assert.deepEqual(messageOf(answer), [403, 'auth.email_not_verified'], nameOf(row))
  }
})

test('every endpoint for users refuses a suspended account', async (t) => {
  const tukar = await startTukar(t)
  const { id, token } = await makeTrader(tukar)
  const { read } = tukar.service.ctx.db
  await sql`update users set suspended_at = now() where id = ${id}`.execute(read)
  for (const row of userRows) {
    const answer = await callRow(tukar, row, token)
    assert.deepEqual(messageOf(answer), [403, 'auth.account_suspended'], nameOf(row))
  }
})

test('no endpoint of operators admits API keys', () => {
  for (const row of operatorRows) assert.equal(row.access.keyPermission, null, nameOf(row))
})

/** Returns the status and the text. A stream is left once it is open, since it does not end. */
async function admittanceOf(t: TestContext, tukar: Tukar, row: Endpoint, token: string) {
  if (row.reply.events === null) return callRow(tukar, row, token)
  const stream = await listen(t, tukar, { token }, { path: row.path })
  stream.leave()
  return { status: stream.status, text: 'a stream' }
}

test('each endpoint of operators admits the roles it names, admins, and no others', async (t) => {
  const tukar = await startTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const byRole = new Map<Role, string>([['admin', admin.token]])
  for (const role of ['viewer', 'support', 'finance'] as const) {
    byRole.set(role, (await makeOperator(tukar, role, admin)).token)
  }
  const forRoles = operatorRows.filter(({ access }) => access.name !== 'operator')
  for (const row of forRoles) {
    const named = row.access.name.replace(/^operator: /, '').split(' or ')
    const needed = roles.filter((role) => named.includes(role))
    assert.equal(needed.length, named.length, `${nameOf(row)} names no role`)
    for (const [role, token] of byRole) {
      const where = `${nameOf(row)} as ${role}`
      if (needed.some((one) => mayActAs(role, one))) {
        const { status, text } = await admittanceOf(t, tukar, row, token)
        assert.ok(![401, 403].includes(status), `${where}: ${text}`)
      } else {
        const answer = await callRow(tukar, row, token)
        assert.deepEqual(messageOf(answer), notPermitted, `${where}: ${answer.text}`)
      }
    }
  }
})
