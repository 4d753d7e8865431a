import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { emptyDatabase, type TestDatabase } from '../../../../tests/database.ts'
import { silent } from '../../../../tests/server.ts'
import { migrate } from './migrate.ts'

const statements = `create table settings (
  key text, value text not null, kind text, is_public boolean
)`
const header = 'key,value,kind,is_public\n'

type Seeded = TestDatabase & Readonly<{ seed: (csv: string, file?: string) => Promise<void> }>

/** Makes an empty database, and a migration that creates the settings table with this seed. */
async function seeded(t: TestContext): Promise<Seeded> {
  const database = await emptyDatabase(t)
  const directory = await mkdtemp(path.join(tmpdir(), 'tukar-seeds-'))
  t.after(() => rm(directory, { recursive: true }))
  await mkdir(path.join(directory, '0001-settings'))
  await writeFile(path.join(directory, '0001-settings.sql'), statements)
  const seed = async (csv: string, file = 'settings.csv') => {
    await writeFile(path.join(directory, '0001-settings', file), csv)
    await migrate({ url: database.url, log: silent, directory })
  }
  return { ...database, seed }
}

test('a seed file is inserted with its migration, quoted cells as they are', async (t) => {
  const { db, seed } = await seeded(t)
  await seed(`${header}a,"1, ""2""\n3",text,true\nb,"",text,false\n`)
  const { rows } = await sql`select * from settings order by key`.execute(db.read)
  assert.deepEqual(rows, [
    { key: 'a', value: '1, "2"\n3', kind: 'text', is_public: true },
    { key: 'b', value: '', kind: 'text', is_public: false },
  ])
})

test('an invalid seed file fails its migration with the file’s name and the error', async (t) => {
  const { db, seed } = await seeded(t)
  const invalid: readonly (readonly [csv: string, message: RegExp])[] = [
    [header, /0001-settings\.sql failed: settings\.csv has no rows/],
    [`${header}a,1,text,maybe\n`, /settings\.csv: invalid input syntax for type boolean/],
    [`${header}a,1,text\n`, /settings\.csv: row 1 is not whole/],
    [`${header}a,1,text,true\nb,1,text,true,more\n`, /settings\.csv: row 2 is not whole/],
    [`key,value,sort\na,1,2\n`, /settings\.csv: column "sort" .*does not exist/],
    [`${header}a,,text,true\n`, /settings\.csv: null value in column "value"/],
    [`${header}a,"1"2,text,true\n`, /settings\.csv: a quote is misplaced/],
    [`${header}a,"1,text,true\n`, /settings\.csv: a quote is misplaced/],
  ]
  for (const [csv, message] of invalid) {
    await assert.rejects(seed(csv), message, csv)
    const { rows } = await sql`select to_regclass('settings') as found`.execute(db.read)
    assert.deepEqual(rows, [{ found: null }])
  }
})

test('a seed file that was changed after its migration ran is refused', async (t) => {
  const { seed } = await seeded(t)
  await seed(`${header}a,1,text,true\n`)
  await seed(`${header}a,1,text,true\r\n`)
  await assert.rejects(seed(`${header}a,2,text,true\n`), /0001-settings\.sql was changed/)
})

test('a seed file of an unknown table is refused', async (t) => {
  const { seed } = await seeded(t)
  await assert.rejects(
    seed('id\n1\n', 'planets.csv'),
    /planets\.csv is not the seed file of a known table/,
  )
})
