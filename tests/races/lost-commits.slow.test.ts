import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { readRows } from '../../src/core/database/driver/read-rows.ts'
import { listWalletFlags } from '../../src/core/reference/wallet-flags.sql.ts'
import type { Config } from '../../src/platform/config/config.ts'
import { afterRestore, type Service, startService } from '../../src/service.ts'
import { freePort } from '../free-port.ts'
import { eventually, send, startTukar, type Tukar } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { type Balancer, startBalancer } from '../make/database-pair.ts'
import { owned } from '../make/ledger.ts'
import { makeFirstAdmin } from '../make/operator.ts'
import { type Account, makeAccount, paidInto, reportPayx } from '../make/payx.ts'
import { payCode } from '../make/payx-books.ts'
import { makeCode } from '../make/qris.ts'
import { type StreamingPair, startStreamingPair } from '../make/streaming-pair.ts'
import { silent } from '../server.ts'

type Cluster = Readonly<{
  pair: StreamingPair
  balancer: Balancer
  tukar: Tukar
  config: Config
}>

/** A primary, its standby, and the providers; no node yet. */
async function startCluster(t: TestContext): Promise<Cluster> {
  const pair = await startStreamingPair(t)
  const balancer = await startBalancer(t, pair.primary)
  const tukar = await startTukar(t)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = { databaseUrl: balancer.url, port, nodeUrl: url, baseUrl: url }
  return { pair, balancer, tukar, config: { ...tukar.config, ...place } }
}

/** A node on the cluster, as the providers and its callers see it. */
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
    30_000,
  )

const pay = async (node: Tukar, account: Account, id: string) =>
  (await reportPayx(node, 'deposit-paid', paidInto(account, id, 250_000))).status

/** Kills the primary; the standby, as far as it got, is the new one. */
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

const lossAlerts = ({ service }: Tukar) =>
  readRows(service.ctx.db.read, { severity: 'text', data: 'text' })`
    select severity, data->>'reason' as data from operator_alerts where kind = 'commits-lost'`

const timelines = ({ service }: Tukar) =>
  readRows(service.ctx.db.read, { timeline: 'bigint', isLost: 'boolean' })`
    select timeline, lost_at is not null as "isLost" from server_timelines order by timeline`

const missing = 'The database lost commits that it had confirmed.'
const unknown =
  'The database continues from another position; whether it lost commits is not known.'

test('a failover that loses payments stops withdrawals and finds them again', async (t) => {
  const cluster = await startCluster(t)
  const node = await startNode(t, cluster)
  const { db } = node.service.ctx
  const account = await makeAccount(db)
  const code = await makeCode(db)
  assert.equal(await pay(node, account, 'kept'), 200)
  const before = await owned(db, account.user)
  await cluster.pair.caughtUp()
  await cluster.pair.holdBack()
  for (const id of ['lost-1', 'lost-2', 'lost-3']) assert.equal(await pay(node, account, id), 200)
  await payCode(node, code.externalId, 15_000, 'qr-lost')
  await eventually('the code', async () => (await owned(db, code.user)).available > 0n)
  const paid = await owned(db, account.user)
  await failOver(cluster)
  await leads(node)
  assert.deepEqual(await withdrawals(node), { open: false, reason: missing })
  assert.deepEqual(await owned(db, account.user), before, 'the payments are gone')
  await eventually('an alert', async () => (await lossAlerts(node)).length > 0)
  assert.deepEqual(await lossAlerts(node), [{ severity: 'critical', data: missing }])
  // What a provider lists is found by polling, at once; what it does not, when it reports it again.
  const polled = async () => (await owned(db, code.user)).available > 0n
  await eventually('the payment of the code', polled, 20_000)
  for (const id of ['kept', 'lost-1', 'lost-2', 'lost-3']) {
    assert.equal(await pay(node, account, id), 200)
  }
  assert.deepEqual(await owned(db, account.user), paid, 'each is credited once')
  await eventually('a reconciliation', async () => {
    const { rows } = await sql`
      select from periodic_runs where job = 'reconcile with the providers'
        and succeeded_at > (select lost_at from server_timelines where timeline = 2)`.execute(
      db.read,
    )
    return rows.length === 1
  })
  await auditsClean(db)
  const { token } = await makeFirstAdmin(node)
  const body = { type: 'WD', value: 1, reason: 'each break is closed' }
  const resumed = await node.call('PUT', '/operator/api/wallet-status', { token, body })
  assert.equal(resumed.status, 200)
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
  await cluster.pair.beSynchronous()
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
  await eventually('payments after it', async () => acknowledged.length > sofar + 20, 30_000)
  goes = false
  await load
  assert.equal((await withdrawals(node)).open, true)
  assert.deepEqual(await lossAlerts(node), [])
  assert.deepEqual(await timelines(node), [
    { timeline: 1, isLost: false },
    { timeline: 2, isLost: false },
  ])
  const { rows } = await sql`
    select from postings where key like any(${acknowledged.map((id) => `%${id}`)})`.execute(db.read)
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

test('commits that were lost while no node ran are found at the next start', async (t) => {
  const cluster = await startCluster(t)
  const first = await startNode(t, cluster)
  const account = await makeAccount(first.service.ctx.db)
  await cluster.pair.caughtUp()
  await cluster.pair.holdBack()
  assert.equal(await pay(first, account, 'lost'), 200)
  await first.service.stop()
  await failOver(cluster)
  const again = await startNode(t, cluster)
  assert.deepEqual(await withdrawals(again), { open: false, reason: missing })
})

for (const isSynchronous of [false, true]) {
  const what = isSynchronous ? 'is trusted if commits waited for a standby' : 'counts as a loss'
  test(`a new timeline that no node remembers ${what}`, async (t) => {
    const cluster = await startCluster(t)
    const first = await startNode(t, cluster)
    if (isSynchronous) {
      await cluster.pair.beSynchronous()
      await eventually(
        'the note of it',
        async () => {
          const { rows } = await sql`select from server_timelines where synchronous`.execute(
            first.service.ctx.db.read,
          )
          return rows.length === 1
        },
        20_000,
      )
    }
    await cluster.pair.caughtUp()
    await cluster.pair.killPrimary()
    await first.service.stop()
    await rm(cluster.config.dataDir, { recursive: true, force: true })
    await failOver(cluster)
    const again = await startNode(t, cluster)
    const expected = isSynchronous ? { open: true, reason: null } : { open: false, reason: unknown }
    assert.deepEqual(await withdrawals(again), expected)
  })
}

test('a dump that was taken over stops withdrawals', async (t) => {
  const tukar = await startTukar(t)
  await afterRestore(tukar.config, silent)
  const reason = 'The database was restored from a dump, which lacks later commits.'
  assert.deepEqual(await withdrawals(tukar), { open: false, reason })
  await eventually('an alert', async () => (await lossAlerts(tukar)).length === 1)
})
