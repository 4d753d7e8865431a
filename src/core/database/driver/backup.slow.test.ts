import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import { type Embedded, startEmbedded } from '../embedded/embedded.ts'
import { listBackups } from './backup-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { takeBackup } from './take-backup.ts'

type Place = Readonly<{ dataDir: string; backupDir: string }>

async function place(t: TestContext): Promise<Place> {
  const top = await mkdtemp(path.join(tmpdir(), 'tukar-backup-'))
  await chmod(top, 0o755)
  t.after(() => rm(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return { dataDir: path.join(top, 'data'), backupDir: path.join(top, "it's 100% kept") }
}

async function start(t: TestContext, where: Place, archives = true): Promise<Embedded> {
  const { dataDir, backupDir } = where
  const server = await startEmbedded({
    dataDir,
    log: silent,
    ...(archives ? { backupDir } : {}),
  })
  t.after(server.stop)
  return server
}

const backup = ({ url }: Embedded, where: Place, kept = 7) => takeBackup({ url, ...where, kept })

const restore = (where: Place, to: Date | null) =>
  restoreBackup({ ...where, to, now: systemClock.now() })

async function ask(url: string, ...statements: readonly string[]): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    let last = ''
    for (const text of statements) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
      last = rows.map(([value]) => String(value)).join(',')
    }
    return last
  } finally {
    await client.end()
  }
}

const add = (url: string, what: string) => ask(url, `insert into kept values ('${what}')`)
const kept = (url: string) => ask(url, 'select what from kept order by 1')
const now = async (url: string) =>
  new Date(
    Number(
      await ask(
        url,
        `
  select extract(epoch from clock_timestamp()) * 1000 from pg_sleep(0.05)`,
      ),
    ),
  )

test('a restore to a time holds exactly what was committed by then, again and again', async (t) => {
  const where = await place(t)
  const first = await start(t, where)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  await backup(first, where)
  await add(first.url, 'b')
  const afterB = await now(first.url)
  await ask(first.url, 'select pg_switch_wal()')
  await add(first.url, 'c')
  const afterC = await now(first.url)
  await add(first.url, 'd')
  await first.stop()

  const { aside } = await restore(where, afterC)
  const second = await start(t, where)
  assert.equal(await kept(second.url), 'a,b,c')
  await add(second.url, 'e')
  await second.stop()
  assert.ok(aside !== null && (await readdir(aside)).includes('pg_wal'))

  await restore(where, afterB)
  const third = await start(t, where)
  assert.equal(await kept(third.url), 'a,b')
  await backup(third, where)
  await add(third.url, 'f')
  await third.stop()

  // The backup of the new history is used, not the time that was given up.
  const { backup: used } = await restore(where, null)
  assert.ok(new Date(used.manifest.endedAt) > afterC)
  assert.equal(await kept((await start(t, where)).url), 'a,b,f')
})

test('a lost data directory comes back from the backup directory alone', async (t) => {
  const where = await place(t)
  const first = await start(t, where)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  await backup(first, where)
  await add(first.url, 'b')
  await first.stop()
  await rm(where.dataDir, { recursive: true, force: true })
  assert.equal((await restore(where, null)).aside, null)
  assert.equal(await kept((await start(t, where)).url), 'a,b')
})

test('times out of reach are refused with the range, and nothing changes', async (t) => {
  const where = await place(t)
  const first = await start(t, where)
  await assert.rejects(restore(where, null), /is running .*: stop the service first/)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  await first.stop()
  await assert.rejects(restore(where, null), /holds no backup/)
  const again = await start(t, where)
  const { manifest } = (await backup(again, where)).backup
  await again.stop()
  const before = await readdir(where.dataDir)
  const early = new Date(Date.parse(manifest.startedAt) - 1)
  const late = new Date(systemClock.now().getTime() + 60_000)
  for (const time of [early, late]) {
    const range = new RegExp(
      `cannot be restored to: the backups reach from ${manifest.endedAt} to 20`,
    )
    await assert.rejects(restore(where, time), range)
  }
  assert.deepEqual(await readdir(where.dataDir), before)
})

test('a damaged or partial backup is refused by name, and the database stays', async (t) => {
  const where = await place(t)
  const first = await start(t, where)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  const { backup: taken } = await backup(first, where)
  await first.stop()
  const file = path.join(taken.folder, 'data', 'global', 'pg_control')
  const whole = await readFile(file)
  await writeFile(file, Buffer.concat([whole.subarray(0, -1), Buffer.from([1])]))
  await assert.rejects(restore(where, null), /is damaged: global\/pg_control differs/)
  await rm(file)
  await assert.rejects(restore(where, null), /lacks global\/pg_control/)
  await writeFile(file, whole)
  const wal = path.join(where.backupDir, 'wal')
  const segment = path.join(wal, `${taken.manifest.firstSegment}.gz`)
  const log = await readFile(segment)
  await writeFile(segment, log.subarray(0, log.length - 20))
  await assert.rejects(restore(where, null), /nothing was changed.*exit code 200/s)
  await writeFile(segment, log)
  await rm(path.join(taken.folder, 'manifest.json'))
  await assert.rejects(restore(where, null), /is a partial backup/)
  assert.ok(!(await readdir(where.dataDir)).some((name) => /restoring|before/.test(name)))
  assert.equal(await kept((await start(t, where)).url), 'a')
})

test('damaged backups stop neither a backup nor a restore: they are named, not used', async (t) => {
  const where = await place(t)
  const first = await start(t, where)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  const { backup: sound } = await backup(first, where)
  const { backup: partial } = await backup(first, where)
  const { backup: changed } = await backup(first, where)
  await rm(path.join(partial.folder, 'manifest.json'))
  await writeFile(path.join(changed.folder, 'manifest.json'), '{}')
  const { backup: spoiled, damaged } = await backup(first, where, 2)
  const named = [
    `${partial.folder} is a partial backup: remove it`,
    `the manifest of the backup ${changed.folder} is damaged`,
  ]
  assert.deepEqual(damaged, named)
  const { sound: listed } = await listBackups(where.backupDir)
  assert.deepEqual(
    listed.map(({ name }) => name),
    [sound.name, spoiled.name],
  )
  await add(first.url, 'b')
  await first.stop()
  await rm(path.join(spoiled.folder, 'data', 'PG_VERSION'))

  const restored = await restore(where, null)
  assert.equal(restored.backup.name, sound.name)
  assert.deepEqual(restored.damaged, [...named, `the backup ${spoiled.folder} lacks PG_VERSION`])
  assert.equal(await kept((await start(t, where)).url), 'a,b')
})

test('a backup without an archive restores to its own moment', async (t) => {
  const where = await place(t)
  const first = await start(t, where, false)
  await ask(first.url, 'create table kept (what text)', `insert into kept values ('a')`)
  await backup(first, where)
  await first.stop()
  await rm(where.dataDir, { recursive: true, force: true })
  await restore(where, null)
  assert.equal(await kept((await start(t, where, false)).url), 'a')
})

test('the oldest backups are dropped with the log that none needs', async (t) => {
  const where = await place(t)
  const server = await start(t, where)
  const { backup: old } = await backup(server, where, 2)
  await ask(server.url, 'create table kept (what text)')
  await backup(server, where, 2)
  const { dropped } = await backup(server, where, 2)
  assert.deepEqual(dropped, [old.name])
  assert.equal((await readdir(path.join(where.backupDir, 'base'))).length, 2)
  const log = await readdir(path.join(where.backupDir, 'wal'))
  assert.ok(!log.includes(`${old.manifest.firstSegment}.gz`))
  await server.stop()
  await restore(where, null)
})

test('a server without the archive that others use is refused and keeps running', async (t) => {
  const where = await place(t)
  const first = await start(t, where, false)
  const client = new pg.Client({ connectionString: first.url })
  await client.connect()
  try {
    await assert.rejects(start(t, where), /runs without this BACKUP_DIR/)
    assert.equal((await client.query('select 1')).rowCount, 1)
  } finally {
    await client.end()
  }
})
