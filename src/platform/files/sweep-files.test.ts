import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../tests/database.ts'
import { httpContext } from '../../../tests/make/http-context.ts'
import { keptFile } from '../../../tests/make/kept-file.ts'
import { silent } from '../../../tests/server.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import { connectObjectStore } from '../../providers/object-store/connect-object-store.ts'
import type { ObjectStore } from '../../providers/object-store/object-store.ts'
import { readFile } from './read-file.ts'
import { keepFiles, storeFile } from './store-file.ts'
import { sweepFiles } from './sweep-files.ts'

type Files = Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'objectStore' | 'random'>
type FileStage = Readonly<{ ctx: Files; root: string; store: ObjectStore }>

async function startFiles(t: TestContext): Promise<FileStage> {
  const { url } = await testDatabase(t)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-files-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const objectStore = { baseUrl: null, bucket: '', region: '', accessKey: '', secretKey: '' }
  const tools = { clock: systemClock, log: silent, random: systemRandom }
  const store = connectObjectStore({ dataDir, objectStore }, tools)
  const { config, db, clock, log, random } = httpContext(t, { databaseUrl: url })
  const ctx = { config, db, clock, log, random, objectStore: store }
  return { ctx, store, root: path.join(dataDir, 'objects') }
}

/** Arbitrary bytes serve as a picture: the store does not look at them. */
const image = { bytes: randomBytes(500), mediaType: 'image/png', width: 1, height: 1 } as const
const store = (ctx: Files) => storeFile(ctx, { owner: null, purpose: 'vision', image })

const lost = { kind: 'unknown', why: 'connection-lost' } as const
const withStore = ({ ctx, store }: FileStage, changes: Partial<ObjectStore>): Files => ({
  ...ctx,
  objectStore: { ...store, ...changes },
})

async function rowsOf(ctx: Files): Promise<readonly string[]> {
  const rows = await ctx.db.read.selectFrom('files').select('state').orderBy('name').execute()
  return rows.map(({ state }) => state)
}

async function objectsOf({ store }: FileStage): Promise<readonly string[]> {
  const listed = await store.list('')
  assert.ok(listed.kind === 'accepted')
  return listed.value.objects.map(({ name }) => name)
}

/** Makes all rows and objects this much older. */
async function age({ ctx, root }: FileStage, ms: number): Promise<void> {
  await sql`update files set created_at = created_at - ${`${ms} ms`}::interval`.execute(ctx.db.read)
  const then = new Date(Date.now() - ms)
  for (const file of await readdir(root, { recursive: true })) {
    await utimes(path.join(root, file), then, then)
  }
}

const overAnHour = 3_660_000
const underAnHour = 3_540_000

describe('storing a picture', () => {
  test('keeps a row and an object, and returns the picture', async (t) => {
    const place = await startFiles(t)
    const name = await keptFile(place.ctx, image)
    assert.deepEqual(await rowsOf(place.ctx), ['stored'])
    assert.deepEqual(await objectsOf(place), [name])
    const read = await readFile(place.ctx, name)
    assert.deepEqual(read, { bytes: image.bytes, mediaType: 'image/png' })
  })

  test('is null if the store rejects it or its result is unknown', async (t) => {
    const place = await startFiles(t)
    const rejected = { kind: 'rejected', code: 'NO', message: '', status: 400 } as const
    const refusing = withStore(place, { put: () => Promise.resolve(rejected) })
    assert.equal(await store(refusing), null)
    const dropping = withStore(place, {
      put: async (name, bytes) => {
        await place.store.put(name, bytes)
        return lost
      },
    })
    assert.equal(await store(dropping), null)
    assert.deepEqual(await rowsOf(place.ctx), ['uploading', 'uploading'])
    const [name = ''] = await objectsOf(place)
    assert.equal(await readFile(place.ctx, name), null)
  })

  test('that no record uses is shown to no user, and expires with partial uploads', async (t) => {
    const place = await startFiles(t)
    const stored = await store(place.ctx)
    assert.ok(stored !== null)
    const refused = place.ctx.db.inTransaction(async (tx) => {
      await keepFiles(tx, [stored.name])
      throw new Error('the record was refused')
    })
    await assert.rejects(refused, /refused/)
    assert.equal(await readFile(place.ctx, stored.name), null)
    await age(place, overAnHour)
    await sweepFiles(place.ctx)
    assert.deepEqual([await rowsOf(place.ctx), await objectsOf(place)], [[], []])
  })

  test('that a record takes too late is refused to it: the sweeper may be at it', async (t) => {
    const place = await startFiles(t)
    const [early, late] = [await store(place.ctx), await store(place.ctx)]
    assert.ok(early !== null && late !== null)
    const keep = (name: string) => place.ctx.db.inTransaction((tx) => keepFiles(tx, [name]))
    await age(place, 1_740_000)
    await keep(early.name)
    await age(place, 120_000)
    await assert.rejects(keep(late.name), { key: 'api.oss_upload_fail' })
    assert.deepEqual((await rowsOf(place.ctx)).toSorted(), ['stored', 'uploading'])
  })
})

describe('the sweeper', () => {
  test('ends partial uploads after an hour, and nothing else', async (t) => {
    const place = await startFiles(t)
    const kept = await keptFile(place.ctx, image)
    await store(withStore(place, { put: () => Promise.resolve(lost) }))
    await store(
      withStore(place, {
        put: async (name, bytes) => {
          await place.store.put(name, bytes)
          return lost
        },
      }),
    )
    const orphan = 'c'.repeat(32)
    await place.store.put(orphan, Buffer.from('an object without a row'))
    await age(place, underAnHour)
    await sweepFiles(place.ctx)
    assert.equal((await rowsOf(place.ctx)).length, 3)
    assert.equal((await objectsOf(place)).length, 3)
    await age(place, overAnHour)
    await sweepFiles(place.ctx)
    assert.deepEqual(await rowsOf(place.ctx), ['stored'])
    assert.deepEqual(await objectsOf(place), [kept])
    assert.ok((await readFile(place.ctx, kept)) !== null)
  })

  test('keeps the row of an object it could not delete, and retries in a later run', async (t) => {
    const place = await startFiles(t)
    await store(
      withStore(place, {
        put: async (name, bytes) => {
          await place.store.put(name, bytes)
          return lost
        },
      }),
    )
    await age(place, overAnHour)
    await sweepFiles(withStore(place, { delete: () => Promise.resolve(lost) }))
    assert.deepEqual(await rowsOf(place.ctx), ['uploading'])
    await Promise.all([sweepFiles(place.ctx), sweepFiles(place.ctx)])
    await sweepFiles(place.ctx)
    assert.deepEqual([await rowsOf(place.ctx), await objectsOf(place)], [[], []])
  })

  test('that stops anywhere leaves only remains that the next run finds', async (t) => {
    const place = await startFiles(t)
    for (let made = 0; made < 3; made += 1) {
      await store(withStore(place, { put: () => Promise.resolve(lost) }))
      await place.store.put(randomBytes(16).toString('hex'), Buffer.from('orphan'))
    }
    await age(place, overAnHour)
    let left = 2
    const dying = withStore(place, {
      delete: async (name) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return place.store.delete(name)
      },
    })
    await assert.rejects(sweepFiles(dying), /killed/)
    await sweepFiles(place.ctx)
    assert.deepEqual([await rowsOf(place.ctx), await objectsOf(place)], [[], []])
  })
})
