import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { eventually } from '../harness.ts'
import { auditsClean } from '../make/audit.ts'
import { credit, makeUsers, owned, post, rollUpAll, transfer } from '../make/ledger.ts'
import { noPgbackrest, testConfiguration } from '../make/pgbackrest.ts'
import { type InstalledPostgres, startPostgres } from '../make/postgres-programs.ts'
import { administer, silent } from '../server.ts'

async function connected<Result>(
  server: InstalledPostgres,
  use: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = connectDatabase({ url: server.url('tukar'), log: silent, idleMs: 1_000 })
  return use(db).finally(db.close)
}

/** A server with the settings of `ops/backup`; returns a function that runs pgBackRest. */
async function startBackedUp(t: TestContext) {
  const server = await startPostgres(t)
  const file = path.join(server.folder, 'pgbackrest.conf')
  await writeFile(file, await testConfiguration(server.folder, server))
  await chmod(file, 0o644)
  const patroni = await readFile(
    path.join(import.meta.dirname, '../../ops/backup/patroni.yml'),
    'utf8',
  )
  const command = /archive_command: "(.*)"/.exec(patroni)?.[1] ?? ''
  assert.match(command, /^pgbackrest --stanza=tukar archive-push %p$/)
  const own = command.replace('pgbackrest', `pgbackrest --config=${file}`)
  await administer(
    server.url('postgres'),
    `alter system set archive_mode = on`,
    `alter system set archive_command = '${own}'`,
    'create database tukar',
  )
  await server.stop()
  await server.start()
  const run = (...args: readonly string[]) =>
    server.run('pgbackrest', [`--config=${file}`, '--stanza=tukar', ...args])
  await run('stanza-create')
  await run('check')
  return { server, run }
}

test('pgBackRest with the configuration of ops/backup restores the ledger to a time', {
  skip: noPgbackrest,
}, async (t) => {
  const { server, run } = await startBackedUp(t)
  await migrate({ url: server.url('tukar'), log: silent })
  const [user, friend] = await connected(server, async (db) => {
    const made = await makeUsers(db, 2)
    const [one] = made
    if (one !== undefined) await post(db, credit('before', one, 1_000n))
    return made
  })
  if (user === undefined || friend === undefined) throw new Error('two users were made')
  await run('--type=full', 'backup')
  const moment = await connected(server, async (db) => {
    await post(db, transfer('kept', user, friend, 300n))
    // pgBackRest compares the target with the backup's end in whole seconds.
    const { rows } = await sql<{ at: string }>`
      select clock_timestamp()::text as at from pg_sleep(1.2)`.execute(db.read)
    await post(db, transfer('after', user, friend, 500n))
    await sql`select pg_switch_wal()`.execute(db.read)
    return rows[0]?.at ?? ''
  })
  await server.stop()
  await run('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
  await server.start()
  await promoted(server)
  await connected(server, async (db) => {
    assert.equal((await owned(db, user)).available, 700n)
    assert.equal((await owned(db, friend)).available, 300n)
    await post(db, transfer('next', friend, user, 100n))
    await rollUpAll(db)
    await auditsClean(db)
  })
  const info = await run('info')
  assert.match(info, /status: ok/)
  assert.match(info, /full backup/)
})

/** Waits until a server has recovered and is a primary of its own. */
const promoted = (server: InstalledPostgres) =>
  eventually('the end of the recovery', () =>
    administer(
      server.url('postgres'),
      `do $$ begin if pg_is_in_recovery() then raise 'in recovery'; end if; end $$`,
    ).then(
      () => true,
      () => false,
    ),
  )
