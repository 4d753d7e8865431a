import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { sharedTukar, startTukar, type Tukar } from '../../../tests/harness.ts'
import { messageOf } from '../../../tests/make/answers.ts'
import { listen } from '../../../tests/make/event-stream.ts'
import { makeFirstAdmin, makeOperator } from '../../../tests/make/operator.ts'
import { makeTrader } from '../../../tests/make/trader.ts'
import { endpoints } from '../../app.ts'
import type { Endpoint } from '../../http/endpoint.ts'
import { mayActAs, type Role, roles } from '../../operators/roles.ts'

const unauthenticated = [401, 'auth.unauthenticated']
const notPermitted = [403, 'api.operator_not_permitted']

const operatorRows = endpoints.filter(({ access }) => access.scheme === 'operatorBearer')
const userRows = endpoints.filter(({ access }) => access.name === 'signed in')

/** Calls a row with ids that do not exist and, if it has a body, an empty one. */
function callRow(tukar: Tukar, { method, path, body }: Endpoint, token?: string) {
  return tukar.call(method, path.replaceAll(/\{[^}]+\}/g, '999999'), {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body: {} }),
  })
}

/** Returns the status, and what to show about it. A stream that opens has no end to wait for. */
async function admittanceOf(t: TestContext, tukar: Tukar, row: Endpoint, token: string) {
  if (row.reply.events === null) return callRow(tukar, row, token)
  const stream = await listen(t, tukar, { token }, { path: row.path })
  stream.leave()
  return { status: stream.status, text: 'a stream' }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('no row of operators opens to strangers, to users or to their API keys', async (t) => {
  const tukar = await sharedTukar(t)
  const trader = await makeTrader(tukar)
  assert.ok(operatorRows.length > 20)
  for (const row of operatorRows) {
    assert.deepEqual(messageOf(await callRow(tukar, row)), unauthenticated, nameOf(row))
    assert.deepEqual(
      messageOf(await callRow(tukar, row, trader.token)),
      unauthenticated,
      nameOf(row),
    )
    const refresh = await callRow(tukar, row, trader.refreshToken)
    assert.deepEqual(messageOf(refresh), unauthenticated, nameOf(row))
    assert.equal(row.access.keyPermission, null, nameOf(row))
  }
})

test('no row of users opens to operators', async (t) => {
  const tukar = await sharedTukar(t)
  const admin = await makeFirstAdmin(tukar)
  assert.ok(userRows.length > 20)
  for (const row of userRows) {
    const { status } = await callRow(tukar, row, admin.token)
    assert.equal(status, 401, nameOf(row))
  }
})

test('each row admits the roles it names, admins, and no others', async (t) => {
  const tukar = await sharedTukar(t)
  const admin = await makeFirstAdmin(tukar)
  const byRole = new Map<Role, string>([['admin', admin.token]])
  for (const role of ['viewer', 'support', 'finance'] as const) {
    byRole.set(role, (await makeOperator(tukar, role, admin)).token)
  }
  const forRoles = operatorRows.filter(({ access }) => access.name !== 'operator')
  for (const row of forRoles) {
    const needed = roles.find((role) => row.access.name === `operator: ${role}`)
    assert.ok(needed, `${nameOf(row)} names no role`)
    for (const [role, token] of byRole) {
      const where = `${nameOf(row)} as ${role}`
      if (mayActAs(role, needed)) {
        const { status, text } = await admittanceOf(t, tukar, row, token)
        assert.ok(![401, 403].includes(status), `${where}: ${text}`)
      } else {
        const answer = await callRow(tukar, row, token)
        assert.deepEqual(messageOf(answer), notPermitted, `${where}: ${answer.text}`)
      }
    }
  }
})

test('every role reads, an admin does everything, support and finance are separate', () => {
  const allowed = roles.map((role) => roles.filter((needed) => mayActAs(role, needed)))
  assert.deepEqual(allowed, [
    ['viewer'],
    ['viewer', 'support'],
    ['viewer', 'finance'],
    ['viewer', 'support', 'finance', 'admin'],
  ])
})

test('the audit is append-only', async (t) => {
  const tukar = await startTukar(t)
  await makeFirstAdmin(tukar)
  const { read } = tukar.service.ctx.db
  const changes = [
    sql`update operator_audit set action = 'nothing'`,
    sql`delete from operator_audit`,
    sql`truncate operator_audit`,
  ]
  for (const change of changes) {
    await assert.rejects(change.execute(read), /operator_audit is append-only/)
  }
})
