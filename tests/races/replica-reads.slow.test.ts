import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../src/base/clock.ts'
import { type Replicas, startReplicas } from '../../src/core/database/cluster/replicas.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { withTarget } from '../../src/core/database/driver/database-url.ts'
import { startService } from '../../src/service.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { dataFolder, start } from '../make/embedded.ts'
import { makeOperator } from '../make/operator.ts'
import { makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { type StreamingPair, startStreamingPair } from '../make/streaming-pair.ts'
import { taxed, tradeTax } from '../make/taxes.ts'
import { makeTrader } from '../make/trader.ts'
import { silent } from '../server.ts'

type Node = Readonly<{ db: Database; replicas: Replicas }>

/** Opens a node's connections: to the primary, and to the standby for reads. */
function connectNode(t: TestContext, { primary, standby }: StreamingPair): Node {
  const db = connectDatabase({ url: primary.url, log: silent })
  const replicas = startReplicas({
    url: withTarget(standby.url, 'standby'),
    primary: db,
    clock: systemClock,
    log: silent,
  })
  t.after(async () => {
    await replicas.close()
    await db.close()
  })
  return { db, replicas }
}

/** Reads through the replicas; returns whether the standby served it, and the stored node. */
const readVia = ({ replicas }: Node) =>
  replicas.read(async (db) => {
    const { rows } = await sql<{ standby: boolean; node: string | null }>`
      select pg_is_in_recovery() as standby, (select node from leader) as node`.execute(db.read)
    return rows[0] ?? assert.fail()
  })

const reachesStandby = (node: Node) =>
  eventually('the standby', async () => (await readVia(node)).standby)

const write = ({ db }: Node, node: string) =>
  db.inTransaction((tx) => sql`update leader set node = ${node}`.execute(tx))

const leaderIn = async ({ read }: Database) =>
  (await read.selectFrom('leader').select('node').executeTakeFirst())?.node

/** Commits as often as a leader does. Without commits the age of a standby is not known. */
function beat(url: string): () => Promise<void> {
  const db = connectDatabase({ url, log: silent, connections: 1 })
  const commit = () => sql`update leader set node = node`.execute(db.read).catch(() => undefined)
  const timer = setInterval(() => void commit(), 500)
  return () => {
    clearInterval(timer)
    return db.close()
  }
}

describe('reads from a standby', () => {
  const ends: (() => Promise<unknown>)[] = []
  let pair: StreamingPair
  before(async () => {
    pair = await startStreamingPair({ after: (end) => ends.push(end) })
    ends.unshift(beat(pair.primary.url))
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('are never older than five seconds: then they go to the primary, and back', async (t) => {
    const node = connectNode(t, pair)
    await reachesStandby(node)
    await pair.pauseReplay(true)
    const pausedMs = performance.now()
    await write(node, 'unseen')
    let servedMs = 0
    for (;;) {
      const askedMs = performance.now()
      const { standby, node: seen } = await readVia(node)
      if (!standby) {
        assert.equal(seen, 'unseen')
        break
      }
      servedMs = askedMs - pausedMs
      assert.ok(servedMs < 5_000, `the standby served a read after ${servedMs} ms`)
      await systemClock.sleep(50)
    }
    assert.ok(servedMs > 1_000, 'a standby that lags less is used')
    assert.ok((node.replicas.lagMs() ?? 0) >= 5_000)
    // Nothing waits for the standby, which would take until replay goes on.
    assert.equal((await readVia(node)).standby, false)
    await pair.pauseReplay(false)
    await reachesStandby(node)
    assert.equal((await readVia(node)).node, 'unseen')
  })

  test('leave transactions of an endpoint at the primary', async (t) => {
    const node = connectNode(t, pair)
    await reachesStandby(node)
    const seen = await node.replicas.read(async (db) => {
      await db.inTransaction((tx) => sql`update leader set node = 'noted'`.execute(tx))
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby`.execute(db.read)
      return rows[0]?.standby
    })
    assert.equal(seen, true)
    assert.equal(await leaderIn(node.db), 'noted')
  })

  test('go to the primary if a statement cannot run at a standby', async (t) => {
    const node = connectNode(t, pair)
    await reachesStandby(node)
    const rows = await node.replicas.read(async (db) => {
      const found = await sql`select count(*) from history_places`.execute(db.read)
      return found.rows.length
    })
    assert.equal(rows, 1)
    await node.replicas.read((db) => sql`update leader set node = 'written'`.execute(db.read))
    assert.equal(await leaderIn(node.db), 'written')
  })

  /** Starts a service that reads from the standby. */
  async function startReading(t: TestContext): Promise<Tukar> {
    const tukar = await startTukar(t)
    const { config } = tukar
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const addresses = { databaseUrl: pair.primary.url, port, nodeUrl: url, baseUrl: url }
    const databaseReadUrl = withTarget(pair.standby.url, 'standby')
    const node = await startService({ ...config, ...addresses, databaseReadUrl }, silent)
    t.after(() => node.stop())
    await eventually(
      'leadership',
      async () => (await send(url, 'GET', '/health/leader')).status === 200,
    )
    const call: Tukar['call'] = (method, to, what) => send(url, method, to, what)
    return { ...tukar, url, service: node, nodes: [node], call }
  }

  test('of a service are served by the standby, and counted', async (t) => {
    const { call, service } = await startReading(t)
    await reachesStandby(service.ctx)
    assert.equal((await call('GET', '/api/banks')).status, 200)
    assert.equal((await call('GET', '/api/country')).status, 200)
    const page = (await call('GET', '/metrics')).text
    assert.match(page, /database_replica_reads_total\{route="replica"\} [1-9]/)
    assert.match(page, /database_replica_lag_seconds \d/)
  })

  test('of exports, tax reports and the days of the overview go to the standby', async (t) => {
    const tukar = await startReading(t)
    const { db, replicas } = tukar.service.ctx
    const trader = await makeTrader(tukar)
    await taxed(db, tradeTax(trader.id))
    const { token } = await makeOperator(tukar, 'finance')
    const reads = [
      { path: '/operator/api/users.csv', token, shows: trader.email },
      { path: '/operator/api/overview/days', token, shows: '"days"' },
      { path: '/api/users/history/tax/report', token: trader.token, shows: '"PPH"' },
    ]
    for (const { path, shows, ...caller } of reads) {
      await pair.caughtUp()
      await eventually(`${path} at the standby`, async () => {
        const before = replicas.counts().get('replica') ?? 0
        const { status, text } = await tukar.call('GET', path, caller)
        assert.equal(status, 200)
        assert.ok(text.includes(shows), text)
        return (replicas.counts().get('replica') ?? 0) > before
      })
    }
  })

  test('exclude lists of a user or an operator, which show the last write', async (t) => {
    const tukar = await startReading(t)
    const { db, replicas } = tukar.service.ctx
    const trader = await makeTrader(tukar)
    const { token } = await makeOperator(tukar, 'finance')
    const account = await makeAccount(db, { user: trader.id })
    const lists = [
      {
        path: '/api/users/history/deposit-withdraw',
        token: trader.token,
        write: async (amount: number) => {
          const paid = paidInto(account, `unseen-${amount}`, amount)
          assert.equal((await reportPayx(tukar, 'deposit-paid', paid)).status, 200)
          return `${amount}`
        },
      },
      {
        path: '/api/users/history/tax',
        token: trader.token,
        write: async (number: number) => {
          await taxed(db, tradeTax(trader.id, { orderNo: `TK-U${number}` }))
          return `TK-U${number}`
        },
      },
      {
        path: '/operator/api/users',
        token,
        write: async () => (await makeTrader(tukar)).email,
      },
    ]
    let turn = 0
    for (const { path, write, ...caller } of lists) {
      // On a slow machine the standby may lag too much to be read; then nothing was shown.
      await eventually(`a read of ${path} while the standby could be read`, async () => {
        await reachesStandby(tukar.service.ctx)
        await pair.pauseReplay(true)
        try {
          turn += 1
          const shows = await write(250_000 + turn)
          const { status, text } = await tukar.call('GET', path, caller)
          assert.equal(status, 200, path)
          assert.ok(text.includes(shows), text)
          return (replicas.lagMs() ?? 5_000) < 5_000
        } finally {
          await pair.pauseReplay(false)
        }
      })
    }
  })

  test('of another cluster refuse the start', async (t) => {
    const { config } = await startTukar(t)
    // Other test databases are in copies of one cluster.
    const { url } = await start(t, await dataFolder(t, 'data'))
    const port = await freePort()
    const addresses = {
      databaseUrl: url,
      port,
      databaseReadUrl: withTarget(pair.standby.url, 'standby'),
    }
    await assert.rejects(
      startService({ ...config, ...addresses }, silent),
      /another PostgreSQL cluster/,
    )
  })

  test('go to the primary after the standby was promoted or stopped', async (t) => {
    const node = connectNode(t, pair)
    await reachesStandby(node)
    await pair.promote()
    await write(node, 'after the promotion')
    await eventually(
      'the primary',
      async () => (await readVia(node)).node === 'after the promotion',
    )
    const other = connectNode(t, pair)
    await pair.killStandby()
    assert.deepEqual(await readVia(other), { standby: false, node: 'after the promotion' })
    assert.deepEqual([...other.replicas.counts().keys()], ['primary'])
  })
})
