import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { migrate, migrationsDir } from '../../src/database/migrate.ts'
import { describe as describeDatabase } from '../../tools/generate-tables.ts'
import { testServerUrl } from '../database.ts'
import { administer, databaseUrl, silent } from '../server.ts'

const names = (await readdir(migrationsDir)).filter((name) => name.endsWith('.sql')).toSorted()

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
  for (const name of names.slice(0, count)) {
    await copyFile(path.join(migrationsDir, name), path.join(directory, name))
  }
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

  for (const [index, name] of names.entries()) {
    test(`from the state after ${name} the rest gives the schema of an empty start`, async (t) => {
      const url = await emptyDatabase(t)
      await migrate({ url, log: silent, directory: await firstMigrations(t, index + 1) })
      await migrate({ url, log: silent })
      assert.equal(await schemaOf(url), current)
    })
  }
})
