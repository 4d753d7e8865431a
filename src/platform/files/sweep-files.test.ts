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
import { fileLimits } from './file-limits.ts'
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

/** Arbitrary bytes serve as a picture: the store does not decode them. */
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
    const setup = await startFiles(t)
    const name = await keptFile(setup.ctx, image)
    assert.deepEqual(await rowsOf(setup.ctx), ['stored'])
    assert.deepEqual(await objectsOf(setup), [name])
    const read = await readFile(setup.ctx, name)
    assert.deepEqual(read, { bytes: image.bytes, mediaType: 'image/png' })
  })

  test('is null if the store rejects it or its result is unknown', async (t) => {
    const setup = await startFiles(t)
    const rejected = { kind: 'rejected', code: 'NO', message: '', status: 400 } as const
    const refusing = withStore(setup, { put: () => Promise.resolve(rejected) })
    assert.equal(await store(refusing), null)
    const dropping = withStore(setup, {
      put: async (name, bytes) => {
        await setup.store.put(name, bytes)
        return lost
      },
    })
    assert.equal(await store(dropping), null)
    assert.deepEqual(await rowsOf(setup.ctx), ['uploading', 'uploading'])
    const [name = ''] = await objectsOf(setup)
    assert.equal(await readFile(setup.ctx, name), null)
  })

  test('that no record uses is shown to no user, and expires with partial uploads', async (t) => {
    const setup = await startFiles(t)
    const stored = await store(setup.ctx)
    assert.ok(stored !== null)
    const refused = setup.ctx.db.inTransaction(async (tx) => {
      await keepFiles(tx, [stored.name])
      throw new Error('the record was refused')
    })
    await assert.rejects(refused, /refused/)
    assert.equal(await readFile(setup.ctx, stored.name), null)
    await age(setup, overAnHour)
    await sweepFiles(setup.ctx)
    assert.deepEqual([await rowsOf(setup.ctx), await objectsOf(setup)], [[], []])
  })

  test('that a record uses too late is refused: the sweeper may be deleting it', async (t) => {
    const setup = await startFiles(t)
    const [early, late] = [await store(setup.ctx), await store(setup.ctx)]
    assert.ok(early !== null && late !== null)
    const keep = (name: string) => setup.ctx.db.inTransaction((tx) => keepFiles(tx, [name]))
    await age(setup, 1_740_000)
    await keep(early.name)
    await age(setup, 120_000)
    await assert.rejects(keep(late.name), { key: 'api.oss_upload_fail' })
    assert.deepEqual((await rowsOf(setup.ctx)).toSorted(), ['stored', 'uploading'])
  })
})

describe('the sweeper', () => {
  test('ends partial uploads after an hour, and nothing else', async (t) => {
    const setup = await startFiles(t)
    const kept = await keptFile(setup.ctx, image)
    await store(withStore(setup, { put: () => Promise.resolve(lost) }))
    await store(
      withStore(setup, {
        put: async (name, bytes) => {
          await setup.store.put(name, bytes)
          return lost
        },
      }),
    )
    const orphan = 'c'.repeat(32)
    await setup.store.put(orphan, Buffer.from('an object without a row'))
    await age(setup, underAnHour)
    await sweepFiles(setup.ctx)
    assert.equal((await rowsOf(setup.ctx)).length, 3)
    assert.equal((await objectsOf(setup)).length, 3)
    await age(setup, overAnHour)
    await sweepFiles(setup.ctx)
    assert.deepEqual(await rowsOf(setup.ctx), ['stored'])
    assert.deepEqual(await objectsOf(setup), [kept])
    assert.ok((await readFile(setup.ctx, kept)) !== null)
  })

  test('keeps the row of an object it could not delete, and retries in a later run', async (t) => {
    const setup = await startFiles(t)
    await store(
      withStore(setup, {
        put: async (name, bytes) => {
          await setup.store.put(name, bytes)
          return lost
        },
      }),
    )
    await age(setup, overAnHour)
    await sweepFiles(withStore(setup, { delete: () => Promise.resolve(lost) }))
    assert.deepEqual(await rowsOf(setup.ctx), ['uploading'])
    await Promise.all([sweepFiles(setup.ctx), sweepFiles(setup.ctx)])
    await sweepFiles(setup.ctx)
    assert.deepEqual([await rowsOf(setup.ctx), await objectsOf(setup)], [[], []])
  })

  test('deletes the others if the oldest objects can never be deleted', async (t) => {
    const setup = await startFiles(t)
    const stuck = new Set<string>()
    for (let made = 0; made < fileLimits.sweepRows; made += 1) {
      stuck.add((await store(setup.ctx))?.name ?? '')
    }
    await age(setup, overAnHour)
    await store(setup.ctx)
    await age(setup, overAnHour)
    const keeping = withStore(setup, {
      delete: (name) => (stuck.has(name) ? Promise.resolve(lost) : setup.store.delete(name)),
    })
    const left = async () => (await rowsOf(setup.ctx)).length
    for (let run = 0; run < 20 && (await left()) > stuck.size; run += 1) await sweepFiles(keeping)
    assert.equal(await left(), stuck.size)
  })

  test('that stops anywhere leaves only remains that the next run finds', async (t) => {
    const setup = await startFiles(t)
    for (let made = 0; made < 3; made += 1) {
      await store(withStore(setup, { put: () => Promise.resolve(lost) }))
      await setup.store.put(randomBytes(16).toString('hex'), Buffer.from('orphan'))
    }
    await age(setup, overAnHour)
    let left = 2
    const dying = withStore(setup, {
      delete: async (name) => {
        left -= 1
        if (left < 0) throw new Error('killed')
        return setup.store.delete(name)
      },
    })
    await assert.rejects(sweepFiles(dying), /killed/)
    await sweepFiles(setup.ctx)
    assert.deepEqual([await rowsOf(setup.ctx), await objectsOf(setup)], [[], []])
  })
})
