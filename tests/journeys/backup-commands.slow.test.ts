import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startProcess } from '../make/service-process.ts'

test('one command backs the embedded database up, and one restores it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-commands-'))
  await chmod(folder, 0o755)
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: path.join(folder, 'data'), BACKUP_DIR: path.join(folder, 'backups') }
  const backup = await startProcess(t, env, ['--backup'])
  assert.equal(await backup.ended, 0, backup.output())
  assert.match(backup.output(), /^Backup .*: \d+ files, \d+ MiB\nIt restores to any time from /)
  const timeless = await startProcess(t, env, ['--restore'])
  assert.equal(await timeless.ended, 1)
  assert.match(timeless.output(), /^say which time to restore to, with its zone/)
  const early = await startProcess(t, env, ['--restore', '--to', '2020-01-01T00:00:00Z'])
  assert.equal(await early.ended, 1)
  assert.match(
    early.output(),
    /^2020-01-01T00:00:00.000Z cannot be restored to: the backups reach from /,
  )
  const restored = await startProcess(t, env, ['--restore', '--to', 'latest'])
  assert.equal(await restored.ended, 0, restored.output())
  assert.match(restored.output(), /^Restored from .* ms; the last transaction: .*After a loss/s)
  const again = await startProcess(t, env, ['--backup'])
  assert.equal(await again.ended, 0, again.output())
})

test('the commands are refused beside a server of its own', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-commands-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const env = { DATA_DIR: folder, DATABASE_URL: 'postgresql://tukar@127.0.0.1:1/tukar' }
  for (const command of ['--backup', '--restore']) {
    const refused = await startProcess(t, env, [command])
    assert.equal(await refused.ended, 1)
    assert.match(refused.output(), /this command is for the embedded one. See ops\/backup/)
  }
  const both = await startProcess(t, { ...env, BACKUP_DIR: folder }, ['--check-config'])
  assert.match(both.output(), /BACKUP_DIR is set, but DATABASE_URL names another server/)
})
