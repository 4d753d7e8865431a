import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { freePort } from '../../../../tests/free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../../../../tests/harness.ts'
import { owned } from '../../../../tests/make/ledger.ts'
import {
  makeFirstAdmin,
  operatorPassword,
  signOperatorIn,
} from '../../../../tests/make/operator.ts'
import { makeAccount, paidInto, reportPayx } from '../../../../tests/make/payx.ts'
import { noPgbouncer, startPgbouncer } from '../../../../tests/make/pgbouncer.ts'
import { registerTrader } from '../../../../tests/make/trader.ts'
import { administer, silent } from '../../../../tests/server.ts'
import { startService } from '../../../service.ts'
import { connectDatabase } from '../database.ts'
import { serversOf } from './servers.ts'

const ofDatabase = {
  DateStyle: 'German',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Pacific/Chatham',
  bytea_output: 'escape',
  extra_float_digits: '-15',
  search_path: 'nowhere',
  synchronous_commit: 'off',
  session_replication_role: 'replica',
}

const ofRole = {
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  idle_session_timeout: '2000',
  idle_in_transaction_session_timeout: '1',
  statement_timeout: '2000',
  lock_timeout: '1',
}

const names = [...Object.keys(ofDatabase), ...Object.keys(ofRole)]

/** An empty database whose settings, and those of the role in it, differ from the usual ones. */
async function hostileDatabase(t: TestContext): Promise<TestDatabase> {
  const found = await emptyDatabase(t)
  const [row] = (
    await sql<{ database: string; role: string }>`
      select current_database() as database, current_user as role`.execute(found.db.read)
  ).rows
  assert.ok(row)
  const { database, role } = row
  const set = (settings: object) =>
    Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  await administer(
    found.url,
    ...set(ofDatabase).map((one) => `alter database "${database}" ${one}`),
    ...set(ofRole).map((one) => `alter role "${role}" in database "${database}" ${one}`),
  )
  return found
}

test('a service works on a database and with a role of any session settings', async (t) => {
  const { url: databaseUrl } = await hostileDatabase(t)
  const tukar = await startTukar(t)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = { ...tukar.config, databaseUrl, port, nodeUrl: url, baseUrl: url }
  const service = await startService(config, silent)
  t.after(() => service.stop())
  tukar.sandbox.setServiceUrl(url)
  const call: Tukar['call'] = (method, path, given) => send(url, method, path, given)
  const own: Tukar = { ...tukar, url, service, nodes: [service], config, call }
  await eventually('leadership', async () => (await call('GET', '/health/leader')).status === 200)
  const { email } = await makeFirstAdmin(own)
  const signedIn = await signOperatorIn(own, email, operatorPassword)
  assert.equal(signedIn.body.code, 200, signedIn.text)
  const trader = await registerTrader(own)
  const me = await call('GET', '/api/users/me', { token: trader.token })
  assert.match(me.text, /"\d{4}-\d\d-\d\dT[\d:.]+Z"/)
  const account = await makeAccount(service.ctx.db)
  const paid = await reportPayx(own, 'deposit-paid', paidInto(account, 'hostile', 250_000))
  assert.equal(paid.status, 200, paid.text)
  assert.ok((await owned(service.ctx.db, account.user)).available > 0n)
})

/** The settings of a session that serves requests, and of one with a single task. */
async function settingsThrough(t: TestContext, url: string) {
  const db = connectDatabase({ url, log: silent })
  t.after(db.close)
  const { Client } = serversOf(url)
  const client = new Client()
  await client.connect()
  try {
    const query = 'select name, setting from pg_settings where name = any($1) order by name'
    const { rows: alone } = await client.query(query, [names])
    const { rows: pooled } = await db.pool.query(query, [names])
    return { alone, pooled }
  } finally {
    await client.end()
  }
}

const expected = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  array_nulls: 'on',
  bytea_output: 'hex',
  default_transaction_isolation: 'read committed',
  extra_float_digits: '1',
  idle_session_timeout: '0',
  search_path: 'public',
  session_replication_role: 'origin',
  standard_conforming_strings: 'on',
  synchronous_commit: 'on',
}

for (const through of ['a direct connection', 'a pooler'] as const) {
  const skip = through === 'a pooler' ? noPgbouncer : false
  test(`sessions through ${through} inherit no setting of role or database`, {
    skip,
  }, async (t) => {
    const { url } = await hostileDatabase(t)
    const used = skip === false && through === 'a pooler' ? await pooled(t, url) : url
    const found = await settingsThrough(t, used)
    const none = { statement_timeout: '0', lock_timeout: '0' }
    assertSettings(found.alone, { ...none, idle_in_transaction_session_timeout: '0' })
    const limits = { statement_timeout: '5000', lock_timeout: '2000' }
    assertSettings(found.pooled, { ...limits, idle_in_transaction_session_timeout: '5000' })
  })
}

const pooled = (t: TestContext, url: string) => startPgbouncer(t, url, 'session')

function assertSettings(
  rows: readonly { name: string; setting: string }[],
  limits: Readonly<Record<string, string>>,
): void {
  const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  assert.deepEqual(found, { ...expected, ...limits })
}

test('commits wait for as much as the server asks for, and at least for the disk', async (t) => {
  const { url, db } = await emptyDatabase(t)
  const name = new URL(url.replace(/@[^/]*\//, '@host/')).pathname.slice(1)
  for (const [given, kept] of [
    ['local', 'on'],
    ['remote_write', 'on'],
    ['remote_apply', 'remote_apply'],
  ] as const) {
    await sql.raw(`alter database "${name}" set synchronous_commit = ${given}`).execute(db.read)
    const { Client } = serversOf(url)
    const client = new Client()
    await client.connect()
    const { rows } = await client.query('show synchronous_commit')
    await client.end()
    assert.deepEqual(rows, [{ synchronous_commit: kept }])
  }
})
