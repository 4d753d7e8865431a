import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { afterRestore } from '../../src/commands.ts'
import { connectDatabase, type Database } from '../../src/core/database/database.ts'
import { migrate } from '../../src/core/database/schema/migrate.ts'
import { testDatabase } from '../database.ts'
import { auditsClean } from '../make/audit.ts'
import { httpContext } from '../make/http-context.ts'
import { books, credit, makeUsers, post, rollUpAll, transfer } from '../make/ledger.ts'
import { noPostgres, startPostgres } from '../make/postgres-programs.ts'
import { ready, startProcess } from '../make/service-process.ts'
import { administer, silent } from '../server.ts'

function connect(t: TestContext, url: string): Database {
  const db = connectDatabase({ url, log: silent, idleMs: 1_000 })
  t.after(db.close)
  return db
}

/** The first transaction of a commit log segment, which makes the server create the segment. */
const firstOfSegment = 3 * 2 ** 20

/** The highest transaction number of the ledger, and the next one of the cluster. */
async function transactionsOf(db: Database): Promise<Readonly<{ ledger: number; next: number }>> {
  const { rows } = await sql<{ ledger: string; next: string }>`
    select (select max(tx) from moves)::text as ledger,
      pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db.read)
  return { ledger: Number(rows[0]?.ledger), next: Number(rows[0]?.next) }
}

test('a dump in another cluster is refused until it is prepared, and then audits clean', {
  skip: noPostgres,
}, async (t) => {
  const [old, other] = [await startPostgres(t), await startPostgres(t)]
  await old.stop()
  // Far ahead of the other cluster, as after years of work.
  await old.run('pg_resetwal', ['-D', old.dataDir, '-x', String(firstOfSegment)])
  await old.start()
  await administer(old.url('postgres'), 'create database tukar')
  await migrate({ url: old.url('tukar'), log: silent })
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tukar-dump-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const before = { DATA_DIR: dataDir, DATABASE_URL: old.url('tukar') }
  const service = await startProcess(t, before)
  await ready(service)
  assert.equal(await service.end(), 0)
  const db = connect(t, old.url('tukar'))
  const [user, friend] = await makeUsers(db, 2)
  if (user === undefined || friend === undefined) throw new Error('two users were made')
  await post(db, credit('a', user, 1_000n), credit('b', friend, 500n))
  await rollUpAll(db)
  await post(db, transfer('c', user, friend, 100n))

  const dump = path.join(old.folder, 'tukar.dump')
  await old.run('pg_dump', [`--dbname=${old.url('tukar')}`, '--format=custom', `--file=${dump}`])
  await administer(other.url('postgres'), 'create database tukar')
  const restore = [`--dbname=${other.url('tukar')}`, '--no-owner', '--exit-on-error', dump]
  await other.run('pg_restore', restore)
  const moved = connect(t, other.url('tukar'))
  assert.deepEqual(await books(moved), await books(db))
  const numbers = await transactionsOf(moved)
  assert.ok(numbers.ledger > numbers.next, 'the dump holds numbers of the old cluster')

  const after = { DATA_DIR: dataDir, DATABASE_URL: other.url('tukar') }
  const refused = await startProcess(t, after)
  assert.equal(await refused.ended, 1)
  assert.match(refused.output(), /logical dump .* `npm start -- --after-restore` once/s)
  const prepared = await startProcess(t, after, ['--after-restore'])
  assert.equal(await prepared.ended, 0, prepared.output())
  assert.ok((await transactionsOf(moved)).ledger <= 1)

  const started = await startProcess(t, after)
  await ready(started)
  await post(moved, transfer('d', friend, user, 50n))
  await rollUpAll(moved)
  await auditsClean(moved)
  assert.deepEqual(await keysOf(moved), ['a', 'b', 'c', 'd'])
  assert.equal(await started.end(), 0)
})

async function keysOf(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ key: string }>`select key from postings order by key`.execute(
    db.read,
  )
  return rows.map(({ key }) => key)
}

test('a dump is prepared however long its moves take', async (t) => {
  const { url: databaseUrl, db } = await testDatabase(t)
  const [user] = await makeUsers(db, 1)
  if (user === undefined) throw new Error('a user was made')
  await post(db, credit('a', user, 1_000n))
  await sql`create function take_long() returns trigger language plpgsql as
    'begin perform pg_sleep(9); return null; end'`.execute(db.read)
  await sql`create trigger takes_long after update on moves
    for each statement execute function take_long()`.execute(db.read)
  t.after(() => sql`drop function take_long cascade`.execute(db.read))
  const { config } = httpContext(t)
  await afterRestore({ ...config, databaseUrl }, silent)
  assert.equal((await transactionsOf(db)).ledger, 0)
})
