import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import {
  migrate,
  migrationsDir,
  readableFromOf,
  readMigrations,
} from '../../src/core/database/schema/migrate.ts'
import { describe as describeDatabase } from '../../tools/generate-tables.ts'
import { testDatabase, testServerUrl } from '../database.ts'
import { administer, databaseUrl, silent } from '../server.ts'
import {
  checksumsFile,
  checksumsText,
  isReleased,
  migrationOffences,
  upgradeOffences,
} from './migrations.ts'
import { assertNone, isTest, isTypeScript, projectFiles } from './source.ts'

const migrations = await readMigrations(migrationsDir)
const names = migrations.map(({ name }) => name)

/** A database with nothing in it, dropped after the test. */
async function emptyDatabase(t: TestContext): Promise<string> {
  const server = await testServerUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database "${name}"`)
  t.after(() => administer(server, `drop database if exists "${name}" with (force)`))
  return databaseUrl(server, name)
}

/** A folder with the first migrations only, as an earlier release had them. */
async function firstMigrations(t: TestContext, count: number): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tukar-migrations-'))
  t.after(() => rm(directory, { recursive: true, force: true }))
  const later = names.slice(count).flatMap((name) => [name, name.replace(/\.sql$/, '')])
  await cp(migrationsDir, directory, {
    recursive: true,
    filter: (source) => !later.includes(path.basename(source)),
  })
  return directory
}

async function schemaOf(url: string): Promise<string> {
  return (await describeDatabase(url)).schema
}

const isSequence = (files: readonly string[]): boolean =>
  files.every((name, index) => name.startsWith(`${String(index + 1).padStart(4, '0')}-`))

describe('migrations', () => {
  let current = ''

  test('run twice from empty give one schema', async (t) => {
    const url = await emptyDatabase(t)
    await migrate({ url, log: silent })
    current = await schemaOf(url)
    await migrate({ url, log: silent })
    assert.equal(await schemaOf(url), current)
    assert.match(current, /create table users/)
  })

  test('are numbered one after the other, without a gap', () => {
    assert.ok(isSequence(names), names.join(' '))
    assert.ok(!isSequence(['0001-a.sql', '0003-b.sql']))
    assert.ok(!isSequence(['0001-a.sql', '0001-b.sql']))
  })

  test('one by one, as releases bring them, give the schema of an empty start', async (t) => {
    const url = await emptyDatabase(t)
    for (const [index, name] of names.entries()) {
      await t.test(`up to ${name}`, async () => {
        await migrate({ url, log: silent, directory: await firstMigrations(t, index + 1) })
      })
    }
    assert.equal(await schemaOf(url), current)
  })
})

describe('released migrations', () => {
  const files = projectFiles()

  test('are as they were listed, with their seeds', () => {
    const released = isReleased(files['package.json'] ?? '')
    assertNone(migrationOffences(files[checksumsFile] ?? '', migrations, released))
  })

  const first = { name: '0001-a.sql', checksum: 'aa' }
  const second = { name: '0002-b.sql', checksum: 'bb' }
  const committed = '0001-a.sql aa\n'

  test('begin with version 1.0.0', () => {
    const versions = ['0.9.9', '1.0.0', '1.0.1', '10.2.0']
    const released = versions.filter((version) => isReleased(JSON.stringify({ version })))
    assert.deepEqual(released, versions.slice(1))
  })

  test('are listed once and for good', () => {
    assert.equal(checksumsText(committed, [first, second], true), `${committed}0002-b.sql bb\n`)
    assert.equal(checksumsText(committed, [{ ...first, checksum: 'cc' }], true), committed)
    assert.equal(checksumsText(committed, [{ ...first, checksum: 'cc' }], false), '0001-a.sql cc\n')
  })

  test('may be neither changed nor removed', () => {
    const rules = (current: readonly { name: string; checksum: string }[]) =>
      migrationOffences(committed, current, true).map(({ rule }) => rule)
    assert.deepEqual(rules([first, second]), [])
    for (const current of [[second], [{ ...first, checksum: 'cc' }]]) {
      assert.deepEqual(rules(current), ['0001-a.sql or a seed of it was changed or removed'])
    }
  })
})

describe('a migration', () => {
  const lastOfStart = 19
  const rulesOf = (statements: string) =>
    upgradeOffences(
      [
        {
          name: '0030-x.sql',
          number: 30,
          sql: statements,
          readableFrom: readableFromOf(statements),
        },
      ],
      lastOfStart,
    ).map(({ rule }) => rule)

  test('lets nodes of the release before go on, or says which releases it bars', () => {
    assertNone(upgradeOffences(migrations, lastOfStart))
  })

  for (const statements of [
    'alter table users drop column email',
    'drop table users',
    'alter table users rename column email to address',
    'alter table users alter column email type varchar(9)',
    'alter table users alter column email set not null',
    'alter table users add column more text not null',
  ]) {
    test(`is found to break the release before: ${statements}`, () => {
      assert.deepEqual(rulesOf(statements), ['it breaks nodes of the release before'])
      assert.deepEqual(rulesOf(`-- Readable from 0025\n${statements}`), [])
      assert.deepEqual(rulesOf(`-- Readable from 0030\n${statements}`), [
        'it is readable from 30 only',
      ])
    })
  }

  test('may add tables, columns with a default and indexes', () => {
    const statements = `
      create table more (id bigint not null);
      alter table users add column more text not null default '', add column other text;
      -- drop table users
      create index users_by_more on users (more);`
    assert.deepEqual(rulesOf(statements), [])
  })
})

/** Tables from which the service deletes rows. */
const deletedFrom = Object.entries(projectFiles())
  .filter(([file]) => file.startsWith('src/') && isTypeScript(file) && !isTest(file))
  .flatMap(([, text]) => [
    ...text.matchAll(/\b(?:delete from |deleteFrom\(|deleteInSteps\(\s*\w+,\s*)'?(\w+)/g),
  ])
  .map(([, table]) => table)

test('what refers to rows that are deleted is found by an index', async (t) => {
  const { db } = await testDatabase(t)
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || '.' || a.attname as reference
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.conparentid = 0
      and c.confrelid::regclass::text = any(${deletedFrom})
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])
    order by 1`.execute(db.read)
  assert.ok(deletedFrom.includes('identity_histories'))
  assert.deepEqual(rows, [])
})
