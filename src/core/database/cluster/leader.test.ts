import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { type TestDatabase, testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { isTransient } from '../database.ts'
import { leaderLimits } from '../database-limits.ts'
import { fence, type Leadership, LeadershipLost, startLeadership } from './leader.ts'

function candidate(t: TestContext, { url, db }: TestDatabase, nodeUrl: string): Leadership {
  const clock = systemClock
  const leadership = startLeadership({ databaseUrl: url, nodeUrl, db, clock, log: silent })
  t.after(() => leadership.stop())
  return leadership
}

/** Starts a node in a separate process, so that the test can kill or pause it. */
async function nodeProcess(t: TestContext, url: string): Promise<ChildProcess> {
  const program = `
    import { pino } from 'pino'
    import { systemClock } from '${new URL('../../../base/clock.ts', import.meta.url)}'
    import { connectDatabase } from '${new URL('../database.ts', import.meta.url)}'
    import { startLeadership } from '${new URL('./leader.ts', import.meta.url)}'
    const log = pino({ level: 'silent' })
    const databaseUrl = ${JSON.stringify(url)}
    const db = connectDatabase({ url: databaseUrl, log })
    const nodeUrl = 'http://child'
    const leading = startLeadership({ databaseUrl, nodeUrl, db, clock: systemClock, log })
    leading.onChange((term) => process.send({ epoch: term?.epoch ?? null }))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    cwd: import.meta.dirname,
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  return child
}

/** Waits for the node to lead, and returns its term. */
const leads = (node: Leadership) => eventually('leadership', () => Promise.resolve(node.current()))

/** Fails if the node leads at any moment of this time. */
async function neverLeads(node: Leadership, ms: number): Promise<void> {
  const heard: unknown[] = []
  const end = node.onChange((term) => heard.push(term))
  await systemClock.sleep(ms)
  end()
  assert.deepEqual([heard, node.current()], [[], null])
}

test('a single node leads soon after its start and publishes its address', async (t) => {
  const testDb = await testDatabase(t)
  const only = candidate(t, testDb, 'http://only')
  const term = await leads(only)
  assert.equal(term.epoch, 1)
  assert.deepEqual(only.current(), term)
  assert.equal(await only.leaderUrl(), 'http://only')
})

test('one of two candidates leads, and the other knows its address', async (t) => {
  const testDb = await testDatabase(t)
  const first = candidate(t, testDb, 'http://first')
  await leads(first)
  const second = candidate(t, testDb, 'http://second')
  await neverLeads(second, 700)
  assert.equal(await second.leaderUrl(), 'http://first')
  assert.notEqual(first.current(), null)
})

test('a leader that stops hands leadership on at once, with a higher epoch', async (t) => {
  const testDb = await testDatabase(t)
  const first = candidate(t, testDb, 'http://first')
  const { epoch } = await leads(first)
  const second = candidate(t, testDb, 'http://second')
  await first.stop()
  assert.equal(first.current(), null)
  const term = await leads(second)
  assert.equal(term.epoch, epoch + 1)
  assert.equal(await second.leaderUrl(), 'http://second')
})

test('a leader that is killed is replaced within seconds', async (t) => {
  const testDb = await testDatabase(t)
  const child = await nodeProcess(t, testDb.url)
  const successor = candidate(t, testDb, 'http://heir')
  assert.equal(successor.current(), null)
  child.kill('SIGKILL')
  const term = await leads(successor)
  assert.equal(term.epoch, 2)
})

test('a paused leader is replaced within six seconds, and notices when it resumes', async (t) => {
  const { deadAfterMs, retryMs, retryJitterMs } = leaderLimits
  // The rest of the six seconds is for the election.
  assert.ok(deadAfterMs <= 5_000 && retryMs + retryJitterMs < 1_000)
  setLimits(t, leaderLimits, { deadAfterMs: 1_000 })
  const testDb = await testDatabase(t)
  const child = await nodeProcess(t, testDb.url)
  const successor = candidate(t, testDb, 'http://heir')
  child.kill('SIGSTOP')
  const term = await leads(successor)
  assert.equal(term.epoch, 2)
  const word = once(child, 'message', { signal: AbortSignal.timeout(30_000) })
  child.kill('SIGCONT')
  assert.deepEqual(await word, [{ epoch: null }, undefined])
  assert.deepEqual(successor.current(), term)
})

test('a leader with an ended lock session stops leading, until it is elected again', async (t) => {
  const testDb = await testDatabase(t)
  const node = candidate(t, testDb, 'http://node')
  await leads(node)
  const changes: (number | null)[] = []
  const back = new Promise<void>((resolve) => {
    node.onChange((term) => {
      changes.push(term?.epoch ?? null)
      if (term !== null) resolve()
    })
  })
  await sql`select pg_terminate_backend(pid) from leader_beat`.execute(testDb.db.read)
  await back
  assert.deepEqual(changes, [null, 2])
})

/** Starts a proxy of the server's socket whose traffic the test can stop. */
async function severable(t: TestContext, url: string): Promise<{ url: string; sever: () => void }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-proxy-'))
  const { searchParams, hostname, port } = new URL(url)
  const number = port === '' ? 5432 : Number(port)
  const folderOfServer = searchParams.get('host')
  const real =
    folderOfServer === null
      ? { host: hostname, port: number }
      : { path: path.join(folderOfServer, `.s.PGSQL.${number}`) }
  const pairs = new Set<readonly [Socket, Socket]>()
  let severed = false
  const proxy = createServer((near) => {
    if (severed) return
    const far = connect(real)
    pairs.add([near, far])
    near.on('error', () => far.destroy()).pipe(far)
    far.on('error', () => near.destroy()).pipe(near)
  })
  proxy.listen(path.join(folder, `.s.PGSQL.${number}`))
  await once(proxy, 'listening')
  t.after(async () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy()
    proxy.close()
    await rm(folder, { recursive: true })
  })
  const through = new URL(url)
  through.searchParams.set('host', folder)
  return {
    url: through.href,
    sever: () => {
      severed = true
      for (const [near, far] of pairs) near.unpipe(far).pause()
      for (const [near, far] of pairs) far.unpipe(near).pause()
    },
  }
}

test('a leader that is cut off stops leading before it is replaced', async (t) => {
  const shorter = { beatEveryMs: 300, answerMs: 700, trustMs: 1_000, deadAfterMs: 3_000 }
  setLimits(t, leaderLimits, shorter)
  const testDb = await testDatabase(t)
  const { url, sever } = await severable(t, testDb.url)
  const alone = candidate(t, { url, db: testDb.db }, 'http://alone')
  const { epoch } = await leads(alone)
  const successor = candidate(t, testDb, 'http://heir')
  const changes: string[] = []
  alone.onChange(() => changes.push('the old one knows'))
  successor.onChange(() => changes.push('the heir leads'))
  sever()
  const term = await leads(successor)
  assert.equal(alone.current(), null)
  assert.deepEqual(changes, ['the old one knows', 'the heir leads'])
  assert.equal(term.epoch, epoch + 1)
})

/** A node whose clock can be set ahead: its last heartbeat is then that late. */
async function startAhead(t: TestContext) {
  const { url, db } = await testDatabase(t)
  let aheadMs = 0
  const clock = { ...systemClock, monotonicMs: () => performance.now() + aheadMs }
  const options = { databaseUrl: url, nodeUrl: 'http://node', db, clock, log: silent }
  const node = startLeadership(options)
  t.after(() => node.stop())
  const goAhead = (ms: number) => {
    aheadMs = ms
  }
  return { node, goAhead }
}

test('a leader is not trusted beyond three seconds after it last knew', async (t) => {
  const { node, goAhead } = await startAhead(t)
  await leads(node)
  assert.notEqual(node.current(), null)
  goAhead(3_001)
  assert.equal(node.current(), null)
})

test('listeners hear of a leader that is trusted again after a late heartbeat', async (t) => {
  setLimits(t, leaderLimits, { beatEveryMs: 200 })
  const { node, goAhead } = await startAhead(t)
  const term = await leads(node)
  const heard: unknown[] = []
  node.onChange((now) => heard.push(now))
  goAhead(3_001)
  assert.equal(node.current(), null)
  await leads(node)
  assert.deepEqual(heard, [term])
})

test('the fence lets the present epoch pass and refuses an old one', async (t) => {
  const testDb = await testDatabase(t)
  const first = candidate(t, testDb, 'http://first')
  const { epoch } = await leads(first)
  await testDb.db.inTransaction((tx) => fence(tx, epoch))
  await first.stop()
  await leads(candidate(t, testDb, 'http://second'))
  await assert.rejects(
    testDb.db.inTransaction((tx) => fence(tx, epoch)),
    (error) => error instanceof LeadershipLost && isTransient(error),
  )
})

test('a new leader waits for the transactions of the one before', async (t) => {
  const testDb = await testDatabase(t)
  const first = candidate(t, testDb, 'http://first')
  const { epoch } = await leads(first)
  const order: string[] = []
  const passed = Promise.withResolvers<void>()
  const work = testDb.db.inTransaction(async (tx) => {
    await fence(tx, epoch)
    passed.resolve()
    const client = new pg.Client({ connectionString: testDb.url })
    await client.connect()
    // Waits until the take-over is blocked by this transaction, then ends it.
    const waiting = `select 1 from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'update leader%'`
    while ((await client.query(waiting)).rowCount === 0) await systemClock.sleep(10)
    await client.end()
    order.push('the old leader committed')
  })
  await passed.promise
  await first.stop()
  const second = candidate(t, testDb, 'http://second')
  await leads(second)
  order.push('the new leader leads')
  await work
  assert.deepEqual(order, ['the old leader committed', 'the new leader leads'])
})

test('an unavailable database elects no leader and ends no process', async (t) => {
  const testDb = await testDatabase(t)
  const databaseUrl = 'postgresql://nobody@127.0.0.1:1/none'
  const options = { databaseUrl, nodeUrl: 'http://lost', db: testDb.db, clock: systemClock }
  const node = startLeadership({ ...options, log: silent })
  t.after(() => node.stop())
  await neverLeads(node, 300)
  assert.equal(await node.leaderUrl(), null)
})
