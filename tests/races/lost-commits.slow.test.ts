import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { afterRestore } from '../../src/commands.ts'
import { areStandbysAsynchronous } from '../../src/core/database/cluster/standbys.ts'
import { connectDatabase } from '../../src/core/database/database.ts'
import { readRows } from '../../src/core/database/driver/read-rows.ts'
import { listWalletFlags } from '../../src/core/reference/wallet-flags.sql.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { type Service, startService } from '../../src/service.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { type Balancer, startBalancer } from '../make/database-pair.ts'
import { owned } from '../make/ledger.ts'
import { makeFirstAdmin } from '../make/operator.ts'
import { type Account, makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { payCode } from '../make/payx-books.ts'
import { putAgreed } from '../make/proposals.ts'
import { makeCode } from '../make/qris.ts'
import { type StreamingPair, startStreamingPair } from '../make/streaming-pair.ts'
import { silent } from '../server.ts'

type Cluster = Readonly<{
  pair: StreamingPair
  balancer: Balancer
  tukar: Tukar
  config: Config
}>

/** Starts a primary, its standby and the providers, without a node. */
async function startCluster(t: TestContext): Promise<Cluster> {
  const pair = await startStreamingPair(t)
  const balancer = await startBalancer(t, pair.primary)
  const tukar = await startTukar(t)
  // Payments are reported without payx: it must neither confirm nor deny them. Other errors than
  // 429 would soon block all calls of payx, polls as well.
  const silence = { provider: 'payx', fault: 'error-429', path: '/transactions' }
  await tukar.control('POST', '/faults', silence)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const addresses = { databaseUrl: balancer.url, port, nodeUrl: url, baseUrl: url }
  return { pair, balancer, tukar, config: { ...tukar.config, ...addresses } }
}

/** Starts a node on the cluster, which providers and callers reach by its URL. */
async function startNode(t: TestContext, { tukar, config }: Cluster): Promise<Tukar> {
  const service = await startService(config, silent)
  t.after(() => service.stop())
  const { url } = service
  tukar.sandbox.setServiceUrl(url)
  await leads(service)
  const call: Tukar['call'] = (method, path, given) => send(url, method, path, given)
  return { ...tukar, url, service, nodes: [service], config, call }
}

const leads = ({ url }: Pick<Service, 'url'>) =>
  eventually(
    'leadership',
    async () => (await send(url, 'GET', '/health/leader').catch(() => null))?.status === 200,
  )

const pay = async (node: Tukar, account: Account, id: string) =>
  (await reportPayx(node, 'deposit-paid', paidInto(account, id, 250_000))).status

/** Kills the primary and promotes the standby, without the commits it has not received. */
async function failOver({ pair, balancer }: Cluster): Promise<void> {
  await pair.killPrimary()
  await pair.promote()
  balancer.pointTo(pair.standby)
  balancer.endSessions()
}

const withdrawals = async ({ service }: Tukar) => {
  const flags = await listWalletFlags(service.ctx.db)
  const flag = flags.find(({ type }) => type === 'WD')
  return { open: flag?.value === 1, reason: flag?.reason ?? null }
}

const isStopped = (node: Tukar, reason: string) =>
  eventually('a stop of withdrawals', async () => {
    const found = await withdrawals(node).catch(() => null)
    return found?.open === false && found.reason === reason
  })

const lossAlerts = ({ service }: Tukar) =>
  readRows(service.ctx.db.read, { severity: 'text', data: 'text' })`
    select severity, data->>'reason' as data from operator_alerts where kind = 'commits-lost'`

const missing = 'The database lost commits that it had confirmed.'
const unknown =
  'The database continues from another position; whether it lost commits is not known.'

test('a failover that loses payments stops withdrawals and recovers the payments', async (t) => {
  const cluster = await startCluster(t)
  const node = await startNode(t, cluster)
  const { db } = node.service.ctx
  const account = await makeAccount(db)
  const code = await makeCode(db)
  assert.equal(await pay(node, account, 'kept'), 200)
  const before = await owned(db, account.user)
  await cluster.pair.caughtUp()
  await cluster.pair.stopReplication()
  for (const id of ['lost-1', 'lost-2', 'lost-3']) assert.equal(await pay(node, account, id), 200)
  await payCode(node, code.externalId, 15_000, 'qr-lost')
  await eventually('the code', async () => (await owned(db, code.user)).available > 0n)
  const paid = await owned(db, account.user)
  const failedAt = new Date()
  await failOver(cluster)
  await leads(node)
  assert.deepEqual(await withdrawals(node), { open: false, reason: missing })
  assert.deepEqual(await owned(db, account.user), before, 'the payments are gone')
  await eventually('an alert', async () => (await lossAlerts(node)).length > 0)
  assert.deepEqual(await lossAlerts(node), [{ severity: 'critical', data: missing }])
  // Polling finds payments that a provider lists at once; others are recovered on redelivery.
  const polled = async () => (await owned(db, code.user)).available > 0n
  await eventually('the payment of the code', polled)
  for (const id of ['kept', 'lost-1', 'lost-2', 'lost-3']) {
    assert.equal(await pay(node, account, id), 200)
  }
  assert.deepEqual(await owned(db, account.user), paid, 'each is credited once')
  await eventually('a reconciliation', async () => {
    const { rows } = await sql`
      select from periodic_runs
      where job = 'reconcile with the providers' and succeeded_at > ${failedAt}`.execute(db.read)
    return rows.length === 1
  })
  await auditsClean(db)
  const body = { type: 'WD', value: 1, reason: 'each break is closed' }
  await putAgreed(node, await makeFirstAdmin(node), 'wallet-status', body)
  await node.service.stop()
  const again = await startNode(t, cluster)
  assert.equal((await withdrawals(again)).open, true, 'a loss stops withdrawals once')
  assert.equal((await lossAlerts(again)).length, 1)
})

test('a failover of a synchronous cluster under load stops nothing', async (t) => {
  const cluster = await startCluster(t)
  const node = await startNode(t, cluster)
  const { db } = node.service.ctx
  const account = await makeAccount(db)
  await sql`
    update settings set value = '999999999999' where key like 'payx.unconfirmed_%'`.execute(db.read)
  await cluster.pair.makeSynchronous()
  const acknowledged: string[] = []
  let goes = true
  let sent = 0
  const load = Promise.all(
    Array.from({ length: 8 }, async () => {
      while (goes) {
        sent += 1
        const id = `load-${sent}`
        if ((await pay(node, account, id).catch(() => 0)) === 200) acknowledged.push(id)
      }
    }),
  )
  await eventually('payments', async () => acknowledged.length > 100)
  await failOver(cluster)
  const sofar = acknowledged.length
  await eventually('payments after it', async () => acknowledged.length > sofar + 20)
  goes = false
  await load
  assert.equal((await withdrawals(node)).open, true)
  assert.deepEqual(await lossAlerts(node), [])
  const { rows } = await sql`
    select from postings
    where key = any(${acknowledged.map((id) => `deposit:payx:${id}`)})`.execute(db.read)
  assert.equal(rows.length, acknowledged.length, 'no acknowledged payment is missing')
})

test('an asynchronous failover that lost nothing stops nothing', async (t) => {
  const cluster = await startCluster(t)
  const node = await startNode(t, cluster)
  const account = await makeAccount(node.service.ctx.db)
  assert.equal(await pay(node, account, 'kept'), 200)
  await cluster.pair.caughtUp()
  const { pair, balancer } = cluster
  balancer.pointTo(pair.standby)
  balancer.endSessions()
  await pair.caughtUp()
  await failOver(cluster)
  await leads(node)
  assert.equal((await withdrawals(node)).open, true)
  assert.deepEqual(await lossAlerts(node), [])
})

test('two nodes that find the same loss stop withdrawals once', async (t) => {
  const cluster = await startCluster(t)
  const first = await startNode(t, cluster)
  const port = await freePort()
  const nodeUrl = `http://127.0.0.1:${port}`
  const service = await startService({ ...cluster.config, port, nodeUrl }, silent)
  t.after(() => service.stop())
  const second = { ...first, url: service.url, service, nodes: [first.service, service] }
  const account = await makeAccount(first.service.ctx.db)
  await cluster.pair.caughtUp()
  await cluster.pair.stopReplication()
  for (const [node, id] of [
    [first, 'lost-1'],
    [second, 'lost-2'],
  ] as const) {
    assert.equal(await pay(node, account, id), 200)
  }
  await failOver(cluster)
  for (const node of [first, second]) await isStopped(node, missing)
  await eventually('an alert', async () => (await lossAlerts(first)).length > 0)
  assert.equal((await lossAlerts(second)).length, 1)
})

test('a node that detects another server ends its sessions at the former one', async (t) => {
  const cluster = await startCluster(t)
  const node = await startNode(t, cluster)
  const { db } = node.service.ctx
  const account = await makeAccount(db)
  await cluster.pair.caughtUp()
  await cluster.pair.stopReplication()
  const held = await db.pool.connect()
  const spare = await db.pool.connect()
  assert.equal(await pay(node, account, 'lost'), 200)
  // The former primary still runs, and its sessions are open.
  await cluster.pair.promote()
  cluster.balancer.pointTo(cluster.pair.standby)
  const ended = new Promise((resolve) => held.once('end', resolve))
  // One session ends by itself, and enough callers open another one.
  spare.release(true)
  const busy = Array.from({ length: 20 }, () =>
    sql`select pg_sleep(0.2)`.execute(db.read).catch(() => undefined),
  )
  await ended
  held.release(true)
  await Promise.all(busy)
  await isStopped(node, missing)
})

test('a promotion that no running node saw counts as a loss at the next start', async (t) => {
  const cluster = await startCluster(t)
  const first = await startNode(t, cluster)
  const account = await makeAccount(first.service.ctx.db)
  await cluster.pair.caughtUp()
  await cluster.pair.stopReplication()
  assert.equal(await pay(first, account, 'lost'), 200)
  await first.service.stop()
  await failOver(cluster)
  const again = await startNode(t, cluster)
  await isStopped(again, unknown)
  await eventually('an alert', async () => (await lossAlerts(again)).length === 1)
})

test('standbys are found to be asynchronous if no commit waits for them', async (t) => {
  const pair = await startStreamingPair(t)
  const db = connectDatabase({ url: pair.primary.url, log: silent })
  t.after(db.close)
  assert.equal(await areStandbysAsynchronous(db), true)
  await sql`create role stranger`.execute(db.read)
  const seenBy = await db.inTransaction(async (tx) => {
    await sql`set local role stranger`.execute(tx)
    return areStandbysAsynchronous({ read: tx })
  })
  assert.equal(seenBy, true, 'also by a role without privileges')
  await pair.makeSynchronous()
  assert.equal(await areStandbysAsynchronous(db), false)
})

test('production refuses a primary of asynchronous standbys unless accepted', async (t) => {
  const { config, pair } = await startCluster(t)
  const production = { ...config, production: true }
  await assert.rejects(startService(production, silent), /ALLOW_ASYNC_STANDBYS=yes/)
  const accepting = await startService({ ...production, asyncStandbysAllowed: true }, silent)
  await accepting.stop()
  await pair.killStandby()
  const alone = await eventually('a start without standbys', () =>
    startService(production, silent).catch(() => null),
  )
  await alone.stop()
})

test('a dump that was taken over stops withdrawals', async (t) => {
  const tukar = await startTukar(t)
  await afterRestore(tukar.config, silent)
  const reason = 'The database was restored from a dump, which lacks later commits.'
  assert.deepEqual(await withdrawals(tukar), { open: false, reason })
  await eventually('an alert', async () => (await lossAlerts(tukar)).length === 1)
})
