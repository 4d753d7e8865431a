import assert from 'node:assert/strict'
import { after, afterEach, before, type TestContext, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { z } from 'zod'
import { type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { testDatabase } from '../../../tests/database.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { raiseEpoch } from '../../../tests/make/inbox-node.ts'
import { silent } from '../../../tests/server.ts'
import { systemClock } from '../../base/clock.ts'
import { sha256Hex, systemRandom } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import { recordFacts } from '../../core/facts/record-facts.ts'
import { refreshRecording } from '../../core/facts/recording.ts'
import { connectObjectStore } from '../../providers/object-store/connect-object-store.ts'
import type { ObjectStore } from '../../providers/object-store/object-store.ts'
import { listPublishedEvents } from './list-events.ts'
import { publishFacts } from './publish-facts.ts'
import { writeEventFiles } from './write-event-files.ts'

let rig: Rig
before(async () => {
  rig = await startRig()
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

type Files = Readonly<{
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'objectStore'>
  epoch: number
}>

/** A node that writes files into the emulated store, some minutes after the 3 May in Jakarta. */
async function start(t: TestContext): Promise<Files> {
  const { url: databaseUrl, db } = await testDatabase(t)
  const access = {
    accessKey: testSecrets.storageAccessKey,
    secretKey: testSecrets.storageSecretKey,
  }
  const bucket = { baseUrl: `${rig.sandbox.url}/s3`, bucket: 'tukar', region: 'us-east-1' }
  const tools = { clock: systemClock, log: silent, random: systemRandom, timeoutMs: 3_000 }
  const settings = { dataDir: '/nowhere', objectStore: { ...bucket, ...access } }
  const objectStore = connectObjectStore(settings, tools)
  t.after(() => objectStore.close())
  const node = httpContext(t, { databaseUrl, config: { eventFiles: true } })
  const ctx = { config: node.config, db: node.db, log: silent, objectStore }
  await refreshRecording(ctx)
  return { ctx: { ...ctx, clock: clockAt('00:20') }, epoch: await raiseEpoch(db) }
}

const clockAt = (time: string) => ({
  ...systemClock,
  now: () => new Date(`2026-05-04T${time}:00+07:00`),
})

/** Publishes so many facts, as if it happened in an hour of a day of May. */
async function publish({ ctx, epoch }: Files, day: number, hour: number, count = 1) {
  await ctx.db.inTransaction(async (tx) => {
    const one = { type: 'account.registered', user: null, key: null, item: { userId: 7 } } as const
    recordFacts(tx, () => Array.from({ length: count }, (_, at) => ({ ...one, subject: `${at}` })))
  })
  while ((await publishFacts(ctx, epoch, [])) > 0);
  const at = `2026-05-0${day}T${hour}:00:00+07:00`
  await sql`
    update published_events set published_at = ${at}::timestamptz, personal = '{"name":"Budi"}'
    where personal is null`.execute(ctx.db.read)
}

async function stored({ ctx }: Files, name: string): Promise<Buffer | null> {
  const found = await ctx.objectStore.get(`events/2026-05-${name}`)
  assert.ok(found.kind === 'accepted')
  return found.value
}

const span = { first: z.int(), last: z.int(), count: z.int() }
const StoredFile = z.strictObject({ name: z.string(), bytes: z.int(), sha256: z.string(), ...span })
const StoredDay = z.strictObject({ day: z.string(), ...span, files: z.array(StoredFile) })
const StoredEvent = z.looseObject({ position: z.int() })

/** The first and the last position of a day, and the events of its files; null if not written. */
async function dayOf(files: Files, day: string) {
  const text = await stored(files, `${day}/manifest.json`)
  if (text === null) return null
  const manifest = StoredDay.parse(JSON.parse(String(text)))
  const events = []
  for (const { name, bytes, sha256, ...positions } of manifest.files) {
    const zipped = await stored(files, name.replace('events/2026-05-', ''))
    assert.ok(zipped !== null)
    assert.deepEqual([zipped.length, sha256Hex(zipped)], [bytes, sha256])
    const lines = String(gunzipSync(zipped)).trimEnd().split('\n')
    const own = lines.map((line) => StoredEvent.parse(JSON.parse(line)))
    assert.deepEqual(positions, {
      first: own[0]?.position,
      last: own.at(-1)?.position,
      count: own.length,
    })
    events.push(...own)
  }
  assert.equal(manifest.count, events.length)
  return { first: manifest.first, last: manifest.last, files: manifest.files.length, events }
}

const listed = async ({ ctx }: Files, after: number, limit: number) =>
  (await listPublishedEvents(ctx, { after, limit })).data

test('each day in Jakarta that is over has the events of the list, each in one day', async (t) => {
  const files = await start(t)
  await publish(files, 1, 10, 2)
  await publish(files, 3, 10, 3)
  await publish(files, 4, 10)
  await writeEventFiles({ ...files.ctx, clock: clockAt('00:10') })
  assert.equal(await dayOf(files, '03'), null, 'its last events may not be published')
  await writeEventFiles(files.ctx)
  const events = await listed(files, 0, 100)
  assert.equal(events.length, 6)
  assert.deepEqual(
    [await dayOf(files, '01'), await dayOf(files, '02'), await dayOf(files, '03')],
    [
      { first: 1, last: 2, files: 1, events: events.slice(0, 2) },
      { first: 3, last: 2, files: 0, events: [] },
      { first: 3, last: 5, files: 1, events: events.slice(2, 5) },
    ],
  )
  assert.deepEqual([await dayOf(files, '04'), await dayOf(files, '30')], [null, null])
})

test('a day has a manifest only with all of its files, whenever a run is stopped', async (t) => {
  const files = await start(t)
  await publish(files, 3, 10, 1_200)
  let puts = 0
  const stoppedAfter = (most: number): ObjectStore['put'] => {
    puts = 0
    return (name, bytes) => {
      puts += 1
      if (puts > most) throw new Error('stopped')
      return files.ctx.objectStore.put(name, bytes)
    }
  }
  const write = (objectStore = files.ctx.objectStore) =>
    writeEventFiles({ ...files.ctx, objectStore }, 1)
  for (const most of [0, 1, 3]) {
    const put = stoppedAfter(most)
    await assert.rejects(write({ ...files.ctx.objectStore, put }), /stopped/)
    assert.equal(await dayOf(files, '03'), null)
  }
  await Promise.all([write(), write()])
  const written = await dayOf(files, '03')
  assert.deepEqual([written?.files, written?.first, written?.last], [3, 1, 1_200])
  const positions = written?.events.map(({ position }) => position)
  assert.deepEqual(
    positions,
    Array.from({ length: 1_200 }, (_, at) => at + 1),
  )
})

test('a day that the store refuses fails the job, and a later run writes it', async (t) => {
  const files = await start(t)
  await publish(files, 2, 10)
  await publish(files, 3, 10)
  await rig.control('POST', '/faults', { provider: 'storage', fault: 'error-500' })
  await assert.rejects(writeEventFiles(files.ctx), /object store did not accept events/)
  await rig.control('DELETE', '/faults')
  await writeEventFiles(files.ctx)
  assert.deepEqual([(await dayOf(files, '02'))?.last, (await dayOf(files, '03'))?.first], [1, 2])
})

test('events that are missing in the database fail the job', async (t) => {
  const files = await start(t)
  await publish(files, 2, 10, 2)
  await writeEventFiles({
    ...files.ctx,
    clock: { ...systemClock, now: () => new Date('2026-05-03') },
  })
  assert.equal((await dayOf(files, '02'))?.last, 2)
  await sql`
    with gone as (delete from published_events where position > 1)
    update event_sequences set last = 1`.execute(files.ctx.db.read)
  await assert.rejects(writeEventFiles(files.ctx), /missing in the database/)
  assert.equal(await dayOf(files, '03'), null)
})

test('without the setting neither the database nor the store is read', async (t) => {
  await writeEventFiles(httpContext(t, { config: { eventFiles: false } }))
})
