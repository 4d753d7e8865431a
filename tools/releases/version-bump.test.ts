import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { nextVersion, readProjectVersion, writeVersion } from './version-bump.ts'

const root = path.join(import.meta.dirname, '../..')
const files = [
  'package.json',
  'packages/client/package.json',
  'packages/client/README.md',
  'packages/cli/package.json',
  'packages/cli/README.md',
  'packages/ccxt/package.json',
  'packages/ccxt/README.md',
  'examples/typescript/package.json',
  'ops/helm/tukar/Chart.yaml',
]

test('each level of a release makes the parts after it zero', () => {
  assert.equal(nextVersion('1.2.3', 'major'), '2.0.0')
  assert.equal(nextVersion('1.2.3', 'minor'), '1.3.0')
  assert.equal(nextVersion('1.2.3', 'patch'), '1.2.4')
  assert.throws(() => nextVersion('1.2', 'patch'), /is no version/)
})

test('every file with the version has the new one, and no file the old one', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-version-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const old = await readProjectVersion(root)
  for (const file of files) await cp(path.join(root, file), path.join(folder, file))
  await writeVersion(folder, '97.98.99')
  assert.equal(await readProjectVersion(folder), '97.98.99')
  for (const file of files) {
    const text = await readFile(path.join(folder, file), 'utf8')
    assert.ok(text.includes('97.98.99'), file)
    assert.ok(!text.includes(`${old}"`) && !text.includes(`-${old}`), file)
  }
})

test('nothing is written if a file lacks its version', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tukar-version-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  for (const file of files.slice(0, -1)) await cp(path.join(root, file), path.join(folder, file))
  const before = await readProjectVersion(folder)
  await assert.rejects(writeVersion(folder, '97.98.99'))
  assert.equal(await readProjectVersion(folder), before)
})
