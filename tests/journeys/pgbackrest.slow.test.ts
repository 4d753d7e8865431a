import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { auditsClean } from '../make/audit.ts'
import { credit, makeUsers, owned, post, rollUpAll, transfer } from '../make/ledger.ts'
import { noPgbackrest, startBackedUp } from '../make/pgbackrest.ts'
import type { InstalledPostgres } from '../make/postgres-programs.ts'
import { silent } from '../server.ts'

async function connected<Result>(
  server: InstalledPostgres,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase({ url: server.url('tukar'), log: silent, idleMs: 1_000 })
  return use(db).finally(db.close)
}

test('pgBackRest with the configuration of ops/backup restores the ledger to a time', {
  skip: noPgbackrest,
}, async (t) => {
  const server = await startBackedUp(t)
  await migrate({ url: server.url('tukar'), log: silent })
  const [user, friend] = await connected(server, async (db) => {
    const made = await makeUsers(db, 2)
    const [one] = made
    if (one !== undefined) await post(db, credit('before', one, 1_000n))
    return made
  })
  if (user === undefined || friend === undefined) throw new Error('two users were made')
  await server.pgbackrest('--type=full', 'backup')
  const moment = await connected(server, async (db) => {
    await post(db, transfer('kept', user, friend, 300n))
    // pgBackRest compares the target with the backup's end in whole seconds.
    const { rows } = await sql<{ at: string }>`
      select clock_timestamp()::text as at from pg_sleep(1.2)`.execute(db.read)
    await post(db, transfer('after', user, friend, 500n))
    await sql`select pg_switch_wal()`.execute(db.read)
    return rows[0]?.at ?? ''
  })
  await server.restoreTo(moment)
  await connected(server, async (db) => {
    assert.equal((await owned(db, user)).available, 700n)
    assert.equal((await owned(db, friend)).available, 300n)
    await post(db, transfer('next', friend, user, 100n))
    await rollUpAll(db)
    await auditsClean(db)
  })
  const info = await server.pgbackrest('info')
  assert.match(info, /status: ok/)
  assert.match(info, /full backup/)
})
