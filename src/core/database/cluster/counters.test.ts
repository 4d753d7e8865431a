import assert from 'node:assert/strict'
import { rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { freePort } from '../../../../tests/free-port.ts'
import { eventually } from '../../../../tests/harness.ts'
import { startLink } from '../../../../tests/make/link-to-database.ts'
import { startRedis } from '../../../../tests/make/redis.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { isTransient } from '../database.ts'
import { counterLimits } from '../database-limits.ts'
import { type Counters, startCounters } from './counters.ts'
import { openRedis } from './redis.ts'

const three = { name: 'three', points: 3, windowSeconds: 60 }

async function counting(t: TestContext): Promise<Counters> {
  const { url } = await testDatabase(t)
  return counters(t, url)
}

async function counters(t: TestContext, databaseUrl: string): Promise<Counters> {
  const made = await startCounters({ databaseUrl, redisUrl: null, log: silent })
  t.after(() => made.close())
  return made
}

test('exactly the allowed number of a hundred concurrent calls pass', async (t) => {
  const made = await counting(t)
  const taken = await Promise.all(Array.from({ length: 100 }, () => made.take(three, 'someone')))
  assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
})

test('two nodes count together', async (t) => {
  const { url } = await testDatabase(t)
  const nodes = [await counters(t, url), await counters(t, url)]
  const taken = await Promise.all(
    nodes.flatMap((node) => Array.from({ length: 20 }, () => node.take(three, 'someone'))),
  )
  assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
})

test('concurrent calls each learn their remaining quota, in order', async (t) => {
  const made = await counting(t)
  const many = { name: 'many', points: 10, windowSeconds: 60 }
  const costs = [1, 2, 3, 1, 2, 3]
  const taken = await Promise.all(costs.map((cost) => made.take(many, 'someone', cost)))
  assert.deepEqual(
    taken.map(({ allowed, remaining }) => [allowed, remaining]),
    [
      [true, 9],
      [true, 7],
      [true, 4],
      [true, 3],
      [true, 1],
      [false, 0],
    ],
  )
})

test('counting and refunding many keys in any order on two nodes never fails', async (t) => {
  const { url } = await testDatabase(t)
  const nodes = [await counters(t, url), await counters(t, url)]
  const keys = Array.from({ length: 50 }, (_, at) => `key ${at}`)
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      nodes.flatMap((node, at) =>
        (at === 0 ? keys : keys.toReversed()).flatMap((key) => [
          node.take(three, key),
          node.reset(three, key),
        ]),
      ),
    )
  }
})

test('a response states the remaining quota and the time of its reset', async (t) => {
  const made = await counting(t)
  const first = await made.take(three, 'someone')
  assert.deepEqual([first.allowed, first.remaining], [true, 2])
  assert.ok(first.resetSeconds > 55 && first.resetSeconds <= 60)
  await made.take(three, 'someone', 2)
  const refused = await made.take(three, 'someone')
  assert.deepEqual([refused.allowed, refused.remaining], [false, 0])
  assert.ok(refused.resetSeconds <= 60)
})

test('rules and keys are counted apart', async (t) => {
  const made = await counting(t)
  const one = { name: 'one', points: 1, windowSeconds: 60 }
  assert.equal((await made.take(one, 'a')).allowed, true)
  assert.equal((await made.take(one, 'a')).allowed, false)
  assert.equal((await made.take(one, 'b')).allowed, true)
  assert.equal((await made.take(three, 'a')).allowed, true)
})

test('an expired window starts a new count', async (t) => {
  const made = await counting(t)
  const brief = { name: 'brief', points: 1, windowSeconds: 2 }
  assert.equal((await made.take(brief, 'a')).allowed, true)
  const deadlineMs = performance.now() + 30_000
  let again = await made.take(brief, 'a')
  assert.equal(again.allowed, false)
  while (!again.allowed && performance.now() < deadlineMs) again = await made.take(brief, 'a')
  assert.equal(again.allowed, true)
})

test('an exhausted key is refused again for a moment without a query of the store', async (t) => {
  const { url, db } = await testDatabase(t)
  let nowMs = 0
  const clock = { ...systemClock, monotonicMs: () => nowMs }
  const made = await startCounters({ databaseUrl: url, redisUrl: null, log: silent, clock })
  t.after(() => made.close())
  for (let time = 0; time < 4; time += 1) await made.take(three, 'someone')
  await sql`delete from counters`.execute(db.read)
  nowMs += 4_000
  const again = await made.take(three, 'someone')
  assert.deepEqual([again.allowed, again.remaining], [false, 0])
  assert.ok(again.resetSeconds >= 50 && again.resetSeconds <= 56, `${again.resetSeconds}`)
  assert.equal((await made.take(three, 'other')).allowed, true)
  nowMs += 1_001
  assert.equal((await made.take(three, 'someone')).allowed, true)
})

test('the sweep deletes every expired counter, and no other one', async (t) => {
  const { url, db } = await testDatabase(t)
  t.mock.timers.enable({ apis: ['setInterval'] })
  const hourMs = 3_600_000
  const clock = { ...systemClock, now: () => new Date(Date.now() + hourMs) }
  const made = await startCounters({ databaseUrl: url, redisUrl: null, log: silent, clock })
  t.after(() => made.close())
  await made.take(three, 'someone')
  await sql`
    insert into counters (key, points, expire)
    select n::text, 1, n from generate_series(1, ${2 * counterLimits.sweepRows + 1}::integer) as n
  `.execute(db.read)
  t.mock.timers.tick(counterLimits.sweepEveryMs)
  await eventually('the end of the sweep', async () => {
    const { rows } = await sql`select from counters where expire < ${hourMs}`.execute(db.read)
    return rows.length === 0
  })
  assert.equal((await made.take(three, 'someone')).remaining, 1)
})

test('a reset gives everything back', async (t) => {
  const made = await counting(t)
  await made.take(three, 'someone', 3)
  assert.equal((await made.take(three, 'someone')).allowed, false)
  await made.reset(three, 'someone')
  assert.equal((await made.take(three, 'someone')).allowed, true)
})

test('the store does not receive the keys', async (t) => {
  const { url, db } = await testDatabase(t)
  const made = await counters(t, url)
  await made.take(three, 'rahasia@example.test')
  const { rows } = await sql<{ key: string }>`select key from counters`.execute(db.read)
  assert.equal(rows.length, 1)
  assert.doesNotMatch(rows[0]?.key ?? '', /rahasia/)
})

test('nothing is allowed while the store is unavailable', async (t) => {
  const away = await counters(t, 'postgresql://tukar@127.0.0.1:1/none')
  await assert.rejects(away.take(three, 'someone'), isTransient)
  await assert.rejects(away.reset(three, 'someone'), isTransient)
})

test('with Redis it counts as exactly, and forgets on reset', async (t) => {
  const redisUrl = await startRedis(t)
  if (redisUrl === null) return t.skip('there is no redis-server here')
  const made = await startCounters({ databaseUrl: 'postgresql://none', redisUrl, log: silent })
  t.after(() => made.close())
  // Redis may still be starting.
  const deadlineMs = performance.now() + 5_000
  const one = { name: 'one', points: 1, windowSeconds: 60 }
  const tried = () => made.take(one, 'x').catch(() => null)
  while ((await tried()) === null && performance.now() < deadlineMs);
  const taken = await Promise.all(Array.from({ length: 100 }, () => made.take(three, 'someone')))
  assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
  assert.ok(taken.every(({ resetSeconds }) => resetSeconds > 0 && resetSeconds <= 60))
  await made.reset(three, 'someone')
  assert.equal((await made.take(three, 'someone')).remaining, 2)
})

test('a connection to Redis that is cut without notice is replaced', async (t) => {
  setLimits(t, counterLimits, { answerMs: 500 })
  const port = await freePort()
  if ((await startRedis(t, port)) === null) return t.skip('there is no redis-server here')
  const link = await startLink(t, `redis://127.0.0.1:${port}`)
  const databaseUrl = 'postgresql://none'
  const made = await startCounters({ databaseUrl, redisUrl: link.url, log: silent })
  t.after(() => made.close())
  const counted = (key: string) => made.take(three, key).then(Boolean, () => false)
  await eventually('Redis', () => counted('first'))
  link.loseAnswers('tukar:three', 1)
  assert.equal(await counted('second'), false)
  await eventually('another connection', () => counted('third'))
})

test('a Redis that became a replica is left for the new primary at its address', async (t) => {
  const [first, second] = [await startRedis(t), await startRedis(t)]
  if (first === null || second === null) return t.skip('there is no redis-server here')
  const address = path.join(path.dirname(first), 'address.sock')
  await symlink(first, address)
  const databaseUrl = 'postgresql://none'
  const made = await startCounters({ databaseUrl, redisUrl: address, log: silent })
  t.after(() => made.close())
  const counted = (key: string) => made.take(three, key).then(Boolean, () => false)
  await eventually('Redis', () => counted('first'))
  const admin = openRedis(first, silent, { connectTimeout: 2_000 })
  t.after(() => admin.disconnect())
  await rm(address)
  await symlink(second, address)
  await admin.replicaof('127.0.0.1', 1)
  assert.equal(await counted('second'), false)
  await eventually('the new primary', () => counted('third'))
})

test('nothing is allowed while Redis is unavailable', async (t) => {
  const redisUrl = 'redis://127.0.0.1:1'
  const away = await startCounters({ databaseUrl: 'postgresql://none', redisUrl, log: silent })
  t.after(() => away.close())
  await assert.rejects(away.take(three, 'someone'), isTransient)
})

test('durable counts stay in the database, also while Redis is unavailable', async (t) => {
  const { url } = await testDatabase(t)
  const redisUrl = 'redis://127.0.0.1:1'
  const nodes = await Promise.all(
    [1, 2].map(() => startCounters({ databaseUrl: url, redisUrl, log: silent })),
  )
  for (const node of nodes) t.after(() => node.close())
  const kept = { ...three, kept: true }
  const taken = await Promise.all(
    nodes.flatMap((node) => Array.from({ length: 20 }, () => node.take(kept, 'someone'))),
  )
  assert.equal(taken.filter(({ allowed }) => allowed).length, 3)
})
