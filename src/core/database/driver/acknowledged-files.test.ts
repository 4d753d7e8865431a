import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { silent } from '../../../../tests/server.ts'
import { acknowledgedFiles } from './acknowledged-files.ts'

const commit = { timeline: 1, startedMs: 10, position: 1_000, xid: 7 }

test('compared commits of other runs are forgotten, those of this run kept', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-acknowledged-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const open = (nodeUrl: string, database = 'one') =>
    acknowledgedFiles(folder, { database, nodeUrl, log: silent })
  const current = { ...commit, timeline: 2, startedMs: 20 }
  await open('http://gone').save([commit])
  await open('http://current').save([commit, current])
  await open('http://other', 'two').save([commit])
  const own = open('http://own')
  await own.save([commit])
  assert.equal((await own.read()).length, 4)
  await own.forgetOthers(current)
  assert.deepEqual(await own.read(), [commit, current])
  assert.deepEqual(await open('http://other', 'two').read(), [commit], 'of another database')
  await own.save([current])
  assert.equal((await own.read()).length, 3, 'later commits are stored again')
})
