import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../src/base/clock.ts'
import { type Replicas, startReplicas } from '../../src/core/database/cluster/replicas.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { withTarget } from '../../src/core/database/driver/database-url.ts'
import { startService } from '../../src/service.ts'
import { testDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { makeOperator } from '../make/operator.ts'
import { makeAccount, paidInto } from '../make/payx.ts'
import { type StreamingPair, startStreamingPair } from '../make/streaming-pair.ts'
import { taxed, tradeTax } from '../make/taxes.ts'
import { makeTrader } from '../make/trader.ts'
import { silent } from '../server.ts'

type Node = Readonly<{ db: Database; replicas: Replicas }>

/** The connections of a node: to the primary, and to the standby for reads. */
function connectNode(t: TestContext, { primary, standby }: StreamingPair, waitMs = 2_000): Node {
  const db = connectDatabase({ url: primary.url, log: silent })
  const replicas = startReplicas({
    url: withTarget(standby.url, 'standby'),
    primary: db,
    waitMs,
    connections: 4,
    clock: systemClock,
    log: silent,
  })
  t.after(async () => {
    await replicas.close()
    await db.close()
  })
  return { db, replicas }
}

/** Whether a standby served the read, and what it saw. */
const look = ({ replicas }: Node, onlyReads = false) =>
  replicas.read(
    async (db) => {
      const query = sql<{ standby: boolean; node: string | null }>`
        select pg_is_in_recovery() as standby, (select node from leader) as node`
      const { rows } = onlyReads
        ? await db.inTransaction((tx) => query.execute(tx))
        : await query.execute(db.read)
      return rows[0] ?? assert.fail()
    },
    { onlyReads },
  )

const write = ({ db }: Node, node: string) =>
  db.inTransaction((tx) => sql`update leader set node = ${node}`.execute(tx))

describe('reads from a standby', () => {
  const ends: (() => Promise<unknown>)[] = []
  let pair: StreamingPair
  before(async () => {
    pair = await startStreamingPair({ after: (end) => ends.push(end) })
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('show each caller every write that was acknowledged, through any node', async (t) => {
    const nodes = [connectNode(t, pair), connectNode(t, pair)] as const
    for (let turn = 0; turn < 60; turn += 1) {
      const [writer, reader] = turn % 2 === 0 ? nodes : [nodes[1], nodes[0]]
      await write(writer, `turn ${turn}`)
      assert.equal((await look(reader, turn % 3 === 0)).node, `turn ${turn}`)
    }
    const counts = nodes.map(({ replicas }) => replicas.counts())
    const served = counts.reduce((sum, one) => sum + (one.get('replica') ?? 0), 0)
    assert.ok(served > 50, `the standby served ${served} of 60`)
  })

  test('leave transactions of an endpoint at the primary', async (t) => {
    const node = connectNode(t, pair)
    const seen = await node.replicas.read(async (db) => {
      await db.inTransaction((tx) => sql`update leader set node = 'noted'`.execute(tx))
      const { rows } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby`.execute(db.read)
      return rows[0]?.standby
    })
    assert.equal(seen, true)
    assert.equal((await look(node)).node, 'noted')
  })

  test('go to the primary while the standby is behind, and back', async (t) => {
    const node = connectNode(t, pair, 50)
    await pair.caughtUp()
    await eventually('the standby', async () => (await look(node)).standby)
    await pair.pauseReplay(true)
    await write(node, 'unseen')
    const startedMs = performance.now()
    assert.deepEqual(await look(node), { standby: false, node: 'unseen' })
    assert.ok(performance.now() - startedMs < 1_000, 'the wait is bounded')
    assert.ok((node.replicas.lagBytes() ?? 0) > 0)
    await pair.pauseReplay(false)
    await eventually('the standby', async () => (await look(node)).standby)
    assert.equal((await look(node)).node, 'unseen')
  })

  test('go to the primary where a statement cannot run at a standby', async (t) => {
    const node = connectNode(t, pair)
    await eventually('the standby', async () => (await look(node)).standby)
    const rows = await node.replicas.read(async (db) => {
      const found = await sql`select count(*) from history_places`.execute(db.read)
      return found.rows.length
    })
    assert.equal(rows, 1)
    await node.replicas.read((db) => sql`update leader set node = 'written'`.execute(db.read))
    assert.equal((await look(node)).node, 'written')
  })

  /** A service that reads from the standby. */
  async function startReading(t: TestContext): Promise<Tukar> {
    const tukar = await startTukar(t)
    const { config } = tukar
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const place = { databaseUrl: pair.primary.url, port, nodeUrl: url, baseUrl: url }
    const databaseReadUrl = withTarget(pair.standby.url, 'standby')
    const read = { databaseReadUrl, databaseReadWaitMs: 2_000 }
    const node = await startService({ ...config, ...place, ...read }, silent)
    t.after(() => node.stop())
    await eventually(
      'leadership',
      async () => (await send(url, 'GET', '/health/leader')).status === 200,
    )
    const call: Tukar['call'] = (method, to, what) => send(url, method, to, what)
    return { ...tukar, url, service: node, nodes: [node], call }
  }

  test('of a service are served by the standby, and counted', async (t) => {
    const { call, config, service } = await startReading(t)
    const account = await makeAccount(service.ctx.db)
    const raw = JSON.stringify(paidInto(account, 'replica', 250_000))
    const headers = { 'x-callback-token': config.payx.depositToken }
    const to = '/api/webhook/payx/handle-deposit-paid'
    assert.equal((await call('POST', to, { raw, headers })).status, 200)
    assert.equal((await call('GET', '/api/banks')).status, 200)
    assert.equal((await call('GET', '/api/country')).status, 200)
    const page = (await call('GET', '/metrics')).text
    assert.match(page, /database_replica_reads_total\{route="replica"\} [1-9]/)
    assert.match(page, /database_replica_lag_bytes \d/)
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

  test('of another cluster refuse the start', async (t) => {
    const { config } = await startTukar(t)
    const { url } = await testDatabase(t)
    const port = await freePort()
    const place = {
      databaseUrl: url,
      port,
      databaseReadUrl: withTarget(pair.standby.url, 'standby'),
    }
    await assert.rejects(
      startService({ ...config, ...place }, silent),
      /another PostgreSQL cluster/,
    )
  })

  test('go to the primary after the standby was promoted or stopped', async (t) => {
    const node = connectNode(t, pair)
    await eventually('the standby', async () => (await look(node)).standby)
    await pair.promote()
    await write(node, 'after the promotion')
    assert.deepEqual(await look(node), { standby: false, node: 'after the promotion' })
    const other = connectNode(t, pair)
    await pair.killStandby()
    assert.deepEqual(await look(other), { standby: false, node: 'after the promotion' })
    assert.deepEqual([...other.replicas.counts().keys()], ['away'])
  })
})
