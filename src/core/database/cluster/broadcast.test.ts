import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { testDatabase } from '../../../../tests/database.ts'
import { freePort } from '../../../../tests/free-port.ts'
import { eventually } from '../../../../tests/harness.ts'
import { startLink } from '../../../../tests/make/link-to-database.ts'
import { startRedis } from '../../../../tests/make/redis.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { connectDatabase } from '../database.ts'
import { broadcastLimits } from '../database-limits.ts'
import { startBroadcast } from './broadcast.ts'

const epoch = 3

/** Starts nodes of one deployment; records the messages of each on the channel `news`. */
async function startNodes(t: TestContext, redisUrl: string | null, count = 2) {
  const { url } = await testDatabase(t)
  const db = connectDatabase({ url, log: silent })
  t.after(() => db.close())
  await sql`update leader set epoch = ${epoch}`.execute(db.read)
  const refused: string[] = []
  const startNode = async () => {
    const broadcast = await startBroadcast({
      databaseUrl: url,
      db,
      redisUrl,
      keys: { appKeys: [Buffer.alloc(32, 1)] },
      log: silent,
      clock: systemClock,
      onRefused: (reason) => refused.push(reason),
    })
    t.after(() => broadcast.close())
    const received: string[] = []
    broadcast.subscribe('news', (text) => received.push(text))
    return { broadcast, received }
  }
  const nodes: Awaited<ReturnType<typeof startNode>>[] = []
  for (let at = 0; at < count; at += 1) nodes.push(await startNode())
  let tries = 0
  /** Publishes until every node received one of these texts, since one may be lost. */
  const reachAll = (text: string, from = 0) =>
    eventually(`${text} everywhere`, async () => {
      tries += 1
      await nodes[from]?.broadcast.publish('news', epoch, `${text} ${tries}`).catch(() => undefined)
      return nodes.every(({ received }) => received.some((one) => one.startsWith(text)))
    })
  return { db, url, nodes, startNode, reachAll, refused }
}

test('a text reaches all nodes in order, also after their sessions were cut', async (t) => {
  const { db, nodes, reachAll } = await startNodes(t, null)
  await reachAll('first')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'tukar broadcast' and datname = current_database()`.execute(
    db.read,
  )
  await reachAll('second', 1)
  for (const { received } of nodes) received.splice(0)
  const texts = Array.from({ length: 100 }, (_, at) => `text ${at}`)
  for (const text of texts) await nodes[1]?.broadcast.publish('news', epoch, text)
  await eventually('all', async () => nodes.every(({ received }) => received.includes('text 99')))
  for (const { received } of nodes) {
    assert.deepEqual(
      received.filter((text) => text.startsWith('text')),
      texts,
    )
  }
})

test('a node that is alone needs no notification, and one that joins it is heard', async (t) => {
  const { db, url, nodes, startNode, reachAll } = await startNodes(t, null, 1)
  const witness = new pg.Client({ connectionString: url })
  await witness.connect()
  t.after(() => witness.end())
  let notified = 0
  witness.on('notification', () => {
    notified += 1
  })
  await witness.query('listen news')
  const isNotified = async () => {
    const before = notified
    await reachAll(`text after ${before}`)
    await sql`select pg_notify('news', '')`.execute(db.read)
    await eventually('our own notification', async () => notified > before)
    return notified > before + 1
  }
  await eventually('the node to be alone', async () => !(await isNotified()))
  nodes.push(await startNode())
  await reachAll('joined')
})

test('texts of other channels are not received', async (t) => {
  const { nodes, reachAll } = await startNodes(t, null)
  await nodes[0]?.broadcast.publish('other', epoch, 'secret')
  await reachAll('news')
  assert.ok(nodes.every(({ received }) => !received.includes('secret')))
})

test('with Redis the texts go through it', async (t) => {
  const redis = await startRedis(t)
  if (redis === null) return t.skip('there is no redis-server here')
  const { nodes, reachAll } = await startNodes(t, redis)
  await reachAll('first')
  assert.ok(nodes.every(({ received }) => received.length > 0))
})

test('texts go on after the connection to Redis was cut without notice', async (t) => {
  setLimits(t, broadcastLimits, { answerMs: 500 })
  const port = await freePort()
  if ((await startRedis(t, port)) === null) return t.skip('there is no redis-server here')
  const link = await startLink(t, `redis://127.0.0.1:${port}`)
  const { nodes, reachAll } = await startNodes(t, link.url)
  await reachAll('first')
  link.loseAnswers('second', 1)
  const sent = nodes[0]?.broadcast.publish('news', epoch, 'second').then(
    () => true,
    () => true,
  )
  await eventually('an end of it', () => Promise.race([sent, setTimeout(20, false)]))
  await reachAll('third')
})

test('a notification of another session of the database is refused and counted', async (t) => {
  const { db, nodes, reachAll, refused } = await startNodes(t, null)
  await reachAll('first')
  assert.deepEqual(refused, [])
  for (const forged of [
    '',
    '{"price":"1"}',
    `${'A'.repeat(43)}.${epoch}.9.forged`,
    'é'.repeat(99),
  ]) {
    await sql`select pg_notify('news', ${forged})`.execute(db.read)
  }
  await reachAll('second')
  assert.ok(nodes.every(({ received }) => received.every((text) => /^(first|second)/.test(text))))
  assert.deepEqual(new Set(refused), new Set(['forged']))
  assert.equal(refused.length, 4 * nodes.length)
})
