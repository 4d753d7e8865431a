import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServerUrl } from '../../../tests/database.ts'
import { administer, databaseUrl, silent } from '../../../tests/server.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { claimDatabase } from './cluster/claim-database.ts'
import { connectDatabase } from './database.ts'
import { migrate } from './schema/migrate.ts'

test('a second role, as docs/keys.md makes it, runs beside the first and after it', async (t) => {
  const server = await testServerUrl()
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const second = `${name}_b`
  await administer(server, `create role "${name}" login password 'first'`)
  await administer(server, `create database "${name}" owner "${name}"`)
  await administer(server, `create role "${second}" login password 'second' in role "${name}"`)
  await administer(server, `alter role "${second}" set role "${name}"`)
  t.after(async () => {
    await administer(server, `drop database if exists "${name}" with (force)`)
    await administer(server, `drop role "${second}"`)
    await administer(server, `drop role "${name}"`)
  })
  const as = (role: string, password: string): string => {
    const url = new URL(databaseUrl(server, name))
    url.username = role
    url.password = password
    return url.href
  }
  const connect = (url: string) => {
    const db = connectDatabase({ url, log: silent })
    t.after(() => db.close())
    return db
  }
  const keys = { appKeys: [Buffer.alloc(32, 1)] as const }
  await migrate({ url: as(name, 'first'), log: silent })
  const first = connect(as(name, 'first'))
  await claimDatabase(first, keys, systemRandom)
  await migrate({ url: as(second, 'second'), log: silent })
  const other = connect(as(second, 'second'))
  await claimDatabase(other, keys, systemRandom)
  await administer(server, `alter role "${name}" password 'changed'`)
  // Open connections of the first role stay, and tables made by either belong to it.
  for (const db of [first, other]) {
    const { rows } = await sql<{ n: string }>`
      update deployment set id = id returning current_user as n`.execute(db.read)
    assert.deepEqual(rows, [{ n: name }])
  }
})
