import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { startTukar, type Tukar } from '../../tests/harness.ts'
import { fieldsIn } from '../../tests/json.ts'
import { btc, credit, post, rollUpAll, transfer } from '../../tests/make/ledger.ts'
import { makeTrader, type Trader } from '../../tests/make/trader.ts'
import { sandboxSecrets } from '../../tests/sandbox-providers.ts'
import { systemClock } from '../base/clock.ts'
import { systemRandom } from '../base/crypto.ts'
import type { Database } from '../database/database.ts'
import { extendRanges } from '../database/ranges.ts'
import { readDatabaseIdentity } from '../database/server-state.ts'
import { auditLedger } from '../ledger/audit.ts'
import { detachOldMoves } from '../ledger/detach-moves.ts'
import { moveRanges } from '../ledger/moves.sql.ts'
import { PostingConflict } from '../ledger/post.ts'
import {
  type ArchivePlace,
  type ArchiveStore,
  connectArchive,
} from '../providers/object-store/archive-store.ts'
import { parseCsv } from './csv.rules.ts'
import { archiveDetached } from './write-archive.ts'

type Stage = Readonly<{ tukar: Tukar; trader: Trader; other: Trader; store: ArchiveStore }>

const audit = async (db: Database) =>
  (await auditLedger({ db, clock: systemClock }, 'full', [])).map(({ invariant }) => invariant)

const history = async ({ tukar, trader }: Stage, query = '') =>
  tukar.call('GET', `/api/users/transaction-histories${query}`, { token: trader.token })

/** Two traders with 30 old postings in a detached partition, and a few in the current one. */
async function agedStage(t: TestContext, place: (tukar: Tukar) => ArchivePlace): Promise<Stage> {
  const tukar = await startTukar(t)
  const { ctx } = tukar.service
  const { db, log } = ctx
  const [trader, other] = [await makeTrader(tukar), await makeTrader(tukar)]
  for (let at = 1; at <= 24; at += 1) {
    await post(db, credit(`old "${at}", with signs`, trader.id, BigInt(at) * 100n))
  }
  await post(db, credit('old coins', trader.id, 7n, btc), credit('of the other', other.id, 500n))
  await post(db, transfer('old transfer', trader.id, other.id, 100n))
  await db.inTransaction(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update postings set at = at - interval '500 days'`.execute(tx)
  })
  await sql`select setval('postings_id_seq', ${moveRanges.idsPerRange})`.execute(db.read)
  await extendRanges(db, moveRanges)
  await post(db, credit('new', trader.id, 9_900n), transfer('back', other.id, trader.id, 10n))
  await rollUpAll(db)
  assert.deepEqual(await audit(db), [])
  const store = connectArchive(place(tukar), { clock: systemClock, log, random: systemRandom })
  assert.ok(store)
  t.after(() => store.close())
  Object.assign(ctx, { archive: store })
  return { tukar, trader, other, store }
}

const detach = async ({ tukar }: Stage) =>
  assert.ok(await detachOldMoves(tukar.service.ctx.patientDb, 400))

const archive = ({ tukar, store }: Stage) => {
  const { archivingDb: db, log } = tukar.service.ctx
  return archiveDetached({ archive: store, db, log })
}

/** The folder of a table's archive in the folder of all. */
const folderOf = async ({ tukar }: Stage, folder: string, table: string) =>
  path.join(folder, await readDatabaseIdentity(tukar.service.ctx.db), table)

const detachedTables = async ({ tukar }: Stage) =>
  (
    await sql<{ name: string }>`select relname::text as name from pg_class
      where relnamespace = 'detached'::regnamespace and relkind = 'r'`.execute(
      tukar.service.ctx.db.read,
    )
  ).rows.map(({ name }) => name)

async function inFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-archive-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const bucketOf = (tukar: Tukar): ArchivePlace => ({
  kind: 'bucket',
  baseUrl: `${tukar.sandbox.url}/s3`,
  bucket: 'archive',
  region: 'ap-southeast-3',
  accessKey: sandboxSecrets.storageAccessKey,
  secretKey: sandboxSecrets.storageSecretKey,
})

describe('an archived partition', () => {
  for (const kind of ['folder', 'bucket'] as const) {
    test(`in a ${kind}: its user reads the same history as before, page by page`, async (t) => {
      const folder = await inFolder(t)
      const stage = await agedStage(t, (tukar) =>
        kind === 'folder' ? { kind, folder } : bucketOf(tukar),
      )
      const queries = [
        ...['', '?per_page=5', '?per_page=5&page=2', '?per_page=5&page=6', '?per_page=7&page=4'],
        ...['?sort=asc&per_page=5', '?sort=asc&per_page=5&page=6', '?per_page=100', '?page=3'],
        ...['?symbol=BTC', '?symbol=IDR&per_page=3&page=2', '?action=DEPOSIT&per_page=4&page=3'],
        ...['?action=TAX', '?action=TRADE&sort=asc'],
      ]
      const before = new Map<string, unknown>()
      for (const query of queries) before.set(query, (await history(stage, query)).body.data)
      await detach(stage)
      assert.deepEqual(await detachedTables(stage), ['moves_0'])
      await archive(stage)
      assert.deepEqual(await detachedTables(stage), [])
      for (const query of queries) {
        const { status, body } = await history(stage, query)
        assert.equal(status, 200)
        assert.deepEqual(body.data, before.get(query), query)
      }
      assert.deepEqual(await audit(stage.tukar.service.ctx.db), [])
    })
  }

  test('its keys stay refused, and archiving again does nothing', async (t) => {
    const folder = await inFolder(t)
    const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
    await detach(stage)
    await archive(stage)
    const { db } = stage.tukar.service.ctx
    await assert.rejects(post(db, credit('old coins', stage.trader.id, 7n, btc)), PostingConflict)
    const manifest = path.join(await folderOf(stage, folder, 'moves_0'), 'manifest.json')
    const first = await readFile(manifest, 'utf8')
    await archive(stage)
    assert.equal(await readFile(manifest, 'utf8'), first)
    assert.equal(fieldsIn(first)['rows'], 28)
  })

  test('is a CSV that PostgreSQL reads back, with every row of the partition', async (t) => {
    const folder = await inFolder(t)
    const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
    await detach(stage)
    const { db } = stage.tukar.service.ctx
    const rows = () => sql`select * from detached.moves_0 order by posting_id, line`
    const before = (await rows().execute(db.read)).rows
    await archive(stage)
    const file = path.join(await folderOf(stage, folder, 'moves_0'), '000001.csv.gz')
    const text = gunzipSync(await readFile(file)).toString()
    const lines = new Set(
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(line.indexOf(',') + 1)),
    )
    assert.equal(lines.size, before.length)
    for (const row of before) {
      const values = Object.values(Object(row))
      const line = values.map((value) => (value === null ? '' : `"${value}"`)).join(',')
      assert.ok(lines.has(line), line)
    }
  })
})

test('events are archived as well, with quotes, commas and line ends', async (t) => {
  const folder = await inFolder(t)
  const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
  const { db } = stage.tukar.service.ctx
  const body = '{"said": "a, b",\n"then": null}'
  await sql`create table detached.inbox_0 as select 1::bigint as id, ${body}::text as body,
    null::text as error`.execute(db.read)
  await archive(stage)
  assert.deepEqual(await detachedTables(stage), [])
  const file = path.join(await folderOf(stage, folder, 'inbox_0'), '000001.csv.gz')
  const text = gunzipSync(await readFile(file)).toString()
  assert.deepEqual(parseCsv(text), [['1', body, null]])
})

describe('a partition stays in the database', () => {
  /** A store that spoils what it returns, or what it does. */
  const spoiled = (stage: Stage, changes: Partial<ArchiveStore>): Stage => ({
    ...stage,
    store: { ...stage.store, ...changes },
  })

  const unknown = { kind: 'unknown', why: 'timeout' } as const

  test('if its archive is refused, lost, or differs when it is read back', async (t) => {
    const folder = await inFolder(t)
    const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
    await detach(stage)
    const other = gzipSync('"1","2"\n')
    const cases: readonly Partial<ArchiveStore>[] = [
      { put: async () => unknown },
      { get: async () => unknown },
      { get: async () => ({ kind: 'accepted', value: null }) },
      { get: async () => ({ kind: 'accepted', value: other }) },
    ]
    for (const changes of cases) {
      await assert.rejects(archive(spoiled(stage, changes)))
      assert.deepEqual(await detachedTables(stage), ['moves_0'])
    }
    await archive(stage)
    assert.deepEqual(await detachedTables(stage), [])
  })

  test('if an object of the same name has other content, which is never replaced', async (t) => {
    const folder = await inFolder(t)
    const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
    await detach(stage)
    const { store, tukar } = stage
    const archived = `${await readDatabaseIdentity(tukar.service.ctx.db)}/moves_0`
    for (const name of [`${archived}/000001.csv.gz`, `${archived}/manifest.json`]) {
      const other = gzipSync('"rows of","a copy"\n')
      await store.put(name, other)
      await assert.rejects(archive(stage), /is not what was archived/)
      assert.deepEqual(await store.get(name), { kind: 'accepted', value: other })
      assert.deepEqual(await detachedTables(stage), ['moves_0'])
      await rm(path.join(folder, name))
    }
    await archive(stage)
    assert.deepEqual(await detachedTables(stage), [])
  })
})

/** Archives moves; the returned function tells how many objects were fetched since. */
async function archiveCounted(stage: Awaited<ReturnType<typeof agedStage>>): Promise<() => number> {
  await detach(stage)
  await archive(stage)
  let fetched = 0
  const get: ArchiveStore['get'] = (name) => {
    fetched += 1
    return stage.store.get(name)
  }
  Object.assign(stage.tukar.service.ctx, { archive: { ...stage.store, get } })
  return () => fetched
}

describe('a history over archived moves', () => {
  test('fetches each part once for all users who read at once, and later not again', async (t) => {
    const stage = await agedStage(t, bucketOf)
    const fetched = await archiveCounted(stage)
    const { trader, other } = stage
    const readers = [stage, { ...stage, trader: other }, stage, { ...stage, trader: other }]
    const answers = await Promise.all(readers.map((one) => history(one)))
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    assert.notEqual(trader.id, other.id)
    await history(stage, '?action=DEPOSIT')
    assert.equal(fetched(), 1)
  })

  test('fetches nothing for an action of which nothing is archived', async (t) => {
    const stage = await agedStage(t, bucketOf)
    const fetched = await archiveCounted(stage)
    const none = await history(stage, '?action=TAX')
    assert.equal(none.body.data.totalData, 0)
    assert.equal(fetched(), 0)
    const deposits = await history(stage, '?action=DEPOSIT&symbol=IDR')
    assert.equal(fetched(), 1)

    // An archive of an earlier release has no such counts.
    const { read } = stage.tukar.service.ctx.db
    await sql`update archives set by_action = false`.execute(read)
    await sql`delete from archived_actions`.execute(read)
    for (const [query, known] of [
      ['?action=TAX', none],
      ['?action=DEPOSIT&symbol=IDR', deposits],
    ] as const) {
      assert.deepEqual((await history(stage, query)).body.data, known.body.data)
    }
  })

  test('is refused with 503 while the archive is away, but not for new moves', async (t) => {
    const stage = await agedStage(t, bucketOf)
    await detach(stage)
    await archive(stage)
    await stage.tukar.control('POST', '/reset')
    const down = { ...stage.store, get: async () => ({ kind: 'unknown', why: 'timeout' }) }
    Object.assign(stage.tukar.service.ctx, { archive: down })
    assert.equal((await history(stage, '?per_page=2')).status, 200)
    const { status, body } = await history(stage)
    assert.deepEqual([status, body.message], [503, 'api.service_unavailable'])
  })

  test('is never made of rows that were changed in the archive', async (t) => {
    const folder = await inFolder(t)
    const stage = await agedStage(t, () => ({ kind: 'folder', folder }))
    await detach(stage)
    await archive(stage)
    const file = path.join(await folderOf(stage, folder, 'moves_0'), '000001.csv.gz')
    const text = gunzipSync(await readFile(file)).toString()
    await writeFile(file, gzipSync(text.replace('"100"', '"900"')))
    assert.equal((await history(stage)).status, 500)
    await rm(file)
    assert.equal((await history(stage)).status, 500)
  })
})
