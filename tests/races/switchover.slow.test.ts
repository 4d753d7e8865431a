import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../src/base/clock.ts'
import { startLeadership } from '../../src/core/database/cluster/leader.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { isReadOnly, isTransient } from '../../src/core/database/driver/errors.ts'
import { serversOf } from '../../src/core/database/driver/servers.ts'
import { startService } from '../../src/service.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar } from '../harness.ts'
import { type DatabasePair, startBalancer, startDatabasePair } from '../make/database-pair.ts'
import { makeAccount, paidInto } from '../make/payx.ts'
import { startSilentServer } from '../make/silent-server.ts'
import { silent } from '../server.ts'

let pair: DatabasePair

function connect(t: TestContext, url: string, connections = 10): Database {
  const db = connectDatabase({ url, log: silent, connections })
  t.after(() => db.close())
  return db
}

/** Returns the member that a URL connects to, or the kind of error. */
async function reached(query: string, ...ports: readonly number[]): Promise<string> {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  const { Client } = serversOf(`postgresql://tukar@${hosts}/tukar${query}`)
  const client = new Client()
  try {
    await client.connect()
    return client.port === pair.primary.port ? 'primary' : 'standby'
  } catch (error) {
    assert.ok(isTransient(error), String(error))
    return isReadOnly(error) ? 'unfit' : 'away'
  } finally {
    await client.end()
  }
}

describe('a switchover', () => {
  const ends: (() => Promise<unknown>)[] = []
  before(async () => {
    pair = await startDatabasePair({ after: (end) => ends.push(end) })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('behind a balancer that keeps sessions stops no node from writing', async (t) => {
    const { config } = await startTukar(t)
    const account = await makeAccount(connect(t, pair.primary.url))
    const balancer = await startBalancer(t, pair.primary)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const addresses = { databaseUrl: balancer.url, port, nodeUrl: url, baseUrl: url }
    const node = await startService({ ...config, ...addresses }, silent)
    t.after(() => node.stop())
    let paid = 0
    const pay = async (): Promise<number> => {
      paid += 1
      const raw = JSON.stringify(paidInto(account, `switchover-${paid}`, 250_000))
      const headers = { 'x-callback-token': config.payx.depositTokens[0] }
      const path = '/api/webhook/payx/handle-deposit-paid'
      return (await send(url, 'POST', path, { raw, headers })).status
    }
    const statusOf = async (path: string) => (await send(url, 'GET', path)).status
    await eventually('leadership', async () => (await statusOf('/health/leader')) === 200)
    assert.equal(await pay(), 200)
    balancer.pointTo(pair.standby)
    balancer.endSessions()
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 40 }, pay))), new Set([503]))
    assert.equal(await statusOf('/health/ready'), 503)
    balancer.pointTo(pair.primary)
    await eventually('readiness', async () => (await statusOf('/health/ready')) === 200)
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 20 }, pay))), new Set([200]))
    await eventually('leadership', async () => (await statusOf('/health/leader')) === 200)
  })

  test('that leaves the pool of a leader at the demoted server ends its leadership', async (t) => {
    const balancer = await startBalancer(t, pair.primary)
    const start = (db: Database, nodeUrl: string) => {
      const options = { databaseUrl: pair.primary.url, nodeUrl, db, clock: systemClock }
      const leadership = startLeadership({ ...options, log: silent })
      t.after(() => leadership.stop())
      return leadership
    }
    const first = start(connect(t, balancer.url), 'http://first')
    const leads = (node: typeof first) => eventually('a leader', async () => node.current())
    const { epoch } = await leads(first)
    const heir = start(connect(t, pair.primary.url), 'http://heir')
    balancer.pointTo(pair.standby)
    balancer.endSessions()
    assert.equal((await leads(heir)).epoch, epoch + 1)
    assert.equal(first.current(), null)
    await heir.stop()
    await systemClock.sleep(1_000)
    assert.equal(first.current(), null)
    balancer.pointTo(pair.primary)
    await leads(first)
  })

  test('during a pool’s work leaves it no connection to the demoted server', async (t) => {
    const db = connect(t, pair.primary.url, 1)
    const pid = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db.read)).rows[0]?.pid
    const before = await pid()
    await sql`set default_transaction_read_only = on`.execute(db.read)
    assert.equal(await pid(), before)
    const write = () => db.inTransaction((tx) => sql`update leader set node = 'x'`.execute(tx))
    await assert.rejects(write(), (error) => isReadOnly(error) && isTransient(error))
    await write()
    const second = await pid()
    assert.notEqual(second, before)
    await sql`set default_transaction_read_only = on`.execute(db.read)
    assert.equal(await db.isWritable(), false)
    assert.equal(await db.isWritable(), true)
    assert.notEqual(await pid(), second)
  })
  test('picks the first of several hosts that the target allows, like libpq', async () => {
    const { primary, standby } = pair
    const both = [standby.port, primary.port] as const
    const targets: Readonly<Record<string, string>> = {
      '': 'primary',
      any: 'primary',
      primary: 'primary',
      'read-write': 'primary',
      'read-only': 'standby',
      standby: 'standby',
      'prefer-standby': 'standby',
    }
    for (const [target, wanted] of Object.entries(targets)) {
      const query = target === '' ? '' : `?target_session_attrs=${target}`
      assert.equal(await reached(query, ...both), wanted, target)
      assert.equal(await reached(query, ...both.toReversed()), wanted, target)
    }
    assert.equal(await reached('?target_session_attrs=prefer-standby', primary.port), 'primary')
    const down = await freePort()
    const preferred = '?target_session_attrs=prefer-standby'
    assert.equal(await reached(preferred, down, primary.port), 'primary')
  })

  test('tries the next host when one is down or takes too long', async (t) => {
    const { primary } = pair
    const down = await freePort()
    assert.equal(await reached('', down, primary.port), 'primary')
    const port = await startSilentServer(t)
    const startedMs = performance.now()
    assert.equal(await reached('?connect_timeout=1', port, primary.port), 'primary')
    assert.ok(performance.now() - startedMs >= 900)
  })

  test('finds no host if none is allowed', async () => {
    const { primary, standby } = pair
    assert.equal(await reached('', standby.port), 'unfit')
    assert.equal(await reached('?target_session_attrs=read-write', standby.port), 'unfit')
    assert.equal(await reached('?target_session_attrs=standby', primary.port), 'unfit')
    assert.equal(await reached('', standby.port, await freePort()), 'unfit')
    assert.equal(await reached('', await freePort(), await freePort()), 'away')
  })

  test('moves an open pool to the other host', async (t) => {
    const { primary, standby } = pair
    const first = await startBalancer(t, primary)
    const hosts = `127.0.0.1:${first.port},127.0.0.1:${primary.port}`
    const db = connect(t, `postgresql://tukar@${hosts}/tukar?target_session_attrs=read-write`)
    assert.equal(await db.isWritable(), true)
    assert.ok(first.sessions() > 0)
    first.pointTo(standby)
    first.endSessions()
    await eventually('the other host', () => db.isWritable().catch(() => false))
    assert.equal(first.sessions(), 0)
  })
})
