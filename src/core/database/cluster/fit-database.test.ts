import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testDatabase } from '../../../../tests/database.ts'
import { freePort } from '../../../../tests/free-port.ts'
import { noPgbouncer, startPgbouncer } from '../../../../tests/make/pgbouncer.ts'
import { silent } from '../../../../tests/server.ts'
import { connectDatabase } from '../database.ts'
import { checkDatabase } from './fit-database.ts'

for (const mode of ['transaction', 'statement'] as const) {
  test(`a pooler in ${mode} mode is refused at start`, { skip: noPgbouncer }, async (t) => {
    const { url } = await testDatabase(t)
    const pooled = await startPgbouncer(t, url, mode)
    for (let n = 0; n < 5; n += 1) {
      await assert.rejects(checkDatabase(pooled), /shares sessions between connections/)
    }
  })
}

test('behind a pooler in session mode all time limits hold', { skip: noPgbouncer }, async (t) => {
  const { url } = await testDatabase(t)
  const pooled = await startPgbouncer(t, url, 'session')
  await checkDatabase(pooled)
  const db = connectDatabase({ url: pooled, log: silent, statementMs: 1_234 })
  t.after(db.close)
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (
      'statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout',
      'default_transaction_isolation') order by name`.execute(db.read)
  assert.deepEqual(
    rows.map(({ setting }) => setting),
    ['read committed', '5000', '2000', '1234'],
  )
})

test('a database that is away or read-only ends the start with a sentence', async (t) => {
  const { url, db } = await testDatabase(t)
  await checkDatabase(url)
  const away = `postgresql://tukar@127.0.0.1:${await freePort()}/tukar`
  await assert.rejects(checkDatabase(away), /^UnfitDatabase: .*cannot be reached/)
  const name = new URL(url).pathname.slice(1)
  await sql.raw(`alter database "${name}" set default_transaction_read_only = on`).execute(db.read)
  await assert.rejects(checkDatabase(url), /is read-only or in recovery/)
})
