import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase, testDatabase } from '../../../../tests/database.ts'
import { eventually } from '../../../../tests/harness.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { silent } from '../../../../tests/server.ts'
import { migrationLimits } from '../database-limits.ts'
import { MigrationRefused, migrate, migrationsDir } from './migrate.ts'

/** Makes a copy of the migrations, which the test may change. */
async function copies(t: TestContext): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tukar-migrations-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(migrationsDir, directory, { recursive: true })
  return directory
}

const next = '9001-next.sql'

test('two nodes that migrate at once make one schema', async (t) => {
  const { url, db } = await emptyDatabase(t)
  await Promise.all(Array.from({ length: 3 }, () => migrate({ url, log: silent })))
  const { rows } = await sql<{ number: number }>`
    select number from migrations order by number`.execute(db.read)
  assert.equal(rows[0]?.number, 1)
  assert.equal(new Set(rows.map(({ number }) => number)).size, rows.length)
  const jobs = await sql`select 1 from graphile_worker.migrations`.execute(db.read)
  assert.ok(jobs.rows.length > 0)
})

test('migrating again changes nothing', async (t) => {
  const { url, db } = await testDatabase(t)
  const applied = () => sql`select * from migrations order by number`.execute(db.read)
  const before = await applied()
  await migrate({ url, log: silent })
  assert.deepEqual(await applied(), before)
})

test('a new migration is applied to existing data', async (t) => {
  const { url, db } = await testDatabase(t)
  const directory = await copies(t)
  await writeFile(path.join(directory, next), 'create table a (id int); insert into a values (1);')
  await migrate({ url, log: silent, directory })
  assert.deepEqual((await sql`select id from a`.execute(db.read)).rows, [{ id: 1 }])
})

test('a failing migration leaves nothing behind, is named, and can be retried', async (t) => {
  const { url, db } = await testDatabase(t)
  const directory = await copies(t)
  const file = path.join(directory, next)
  await writeFile(file, 'create table half (id int); select 1 / 0;')
  await assert.rejects(migrate({ url, log: silent, directory }), /9001-next\.sql failed: division/)
  const { rows } = await sql`select to_regclass('half') as half`.execute(db.read)
  assert.deepEqual(rows, [{ half: null }])
  await writeFile(file, 'create table half (id int)')
  await migrate({ url, log: silent, directory })
})

test('a migration that finds a table locked holds up no other statement', async (t) => {
  setLimits(t, migrationLimits, { lockMs: 200, pauseMs: 50 })
  const { url, db } = await testDatabase(t)
  const directory = await copies(t)
  await writeFile(path.join(directory, next), 'alter table news add column late int')
  const holder = await db.pool.connect()
  t.after(() => holder.release(true))
  await holder.query('begin; lock table news in access share mode')
  const migrating = migrate({ url, log: silent, directory })
  const waits = () =>
    sql`
    select 1 from pg_locks where not granted and relation = 'news'::regclass`.execute(db.read)
  await eventually('the migration', async () => (await waits()).rows.length > 0)
  await sql`select 1 from news`.execute(db.read)
  await holder.query('commit')
  await migrating
  await sql`select late from news`.execute(db.read)
})

test('a migration that was changed after it ran is refused', async (t) => {
  const { url } = await testDatabase(t)
  const directory = await copies(t)
  const file = path.join(directory, '0001-foundation.sql')
  await writeFile(file, `${await readFile(file, 'utf8')}\n-- a word more`)
  await assert.rejects(migrate({ url, log: silent, directory }), /0001-foundation\.sql was changed/)
})

test('a database from before the first release is refused with instructions', async (t) => {
  const { url, db } = await testDatabase(t)
  await sql`update migrations set name = '0002-former.sql' where number = 2`.execute(db.read)
  await sql`insert into migrations (number, name, checksum)
    values (5858, '5858-former.sql', '')`.execute(db.read)
  await assert.rejects(
    migrate({ url, log: silent }),
    /before the first release \(by migration 0002-former\.sql\).* Start with an empty data direct/,
  )
})

test('other line ends are no change', async (t) => {
  const { url } = await testDatabase(t)
  const directory = await copies(t)
  const file = path.join(directory, '0001-foundation.sql')
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('\n', '\r\n'))
  await migrate({ url, log: silent, directory })
})

test('a release starts on the schema of a newer one that only added to it', async (t) => {
  const { url, db } = await testDatabase(t)
  const directory = await copies(t)
  await writeFile(path.join(directory, next), 'alter table news add column more integer')
  await migrate({ url, log: silent, directory })
  await migrate({ url, log: silent })
  await sql`select more from news`.execute(db.read)
})

test('a release does not start on a schema that lacks what it needs', async (t) => {
  const { url, db } = await testDatabase(t)
  const directory = await copies(t)
  await writeFile(path.join(directory, '9000-expand.sql'), 'select 1')
  await migrate({ url, log: silent, directory })
  const between = await copies(t)
  await cp(directory, between, { recursive: true })
  await writeFile(
    path.join(directory, next),
    '-- Readable from 9000\nalter table news drop column title_id',
  )
  await migrate({ url, log: silent, directory })
  await assert.rejects(
    migrate({ url, log: silent }),
    /too new for this release: 9001-next\.sql.* needs a release that has migration 9000, .* 00\d\d/,
  )
  // The release with migration 9000 no longer reads the column.
  await migrate({ url, log: silent, directory: between })
  const { rows } =
    await sql`select count(*)::int as n from migrations where number >= 9000`.execute(db.read)
  assert.deepEqual(rows, [{ n: 2 }])
})

test('a database of before the column that bars older releases gets it', async (t) => {
  const { url, db } = await testDatabase(t)
  await sql`alter table migrations drop column readable_from`.execute(db.read)
  await migrate({ url, log: silent })
  await sql`select readable_from from migrations`.execute(db.read)
})

test('a migration below an applied one is refused', async (t) => {
  const { url } = await testDatabase(t)
  const directory = await copies(t)
  await writeFile(path.join(directory, next), 'select 1')
  await migrate({ url, log: silent, directory })
  await writeFile(path.join(directory, '9000-late.sql'), 'select 1')
  await assert.rejects(migrate({ url, log: silent, directory }), /9000-late\.sql was added below/)
})

test('names that give no order are refused', async (t) => {
  const { url } = await testDatabase(t)
  for (const name of ['1-short.sql', '0001-again.sql', '9002-Upper.sql']) {
    const directory = await copies(t)
    await writeFile(path.join(directory, name), 'select 1')
    await assert.rejects(migrate({ url, log: silent, directory }), MigrationRefused, name)
  }
})
