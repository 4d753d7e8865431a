import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { namedBreaks, notesOf, released, sectionsOf } from './changelog.ts'
import { readProjectVersion } from './version-bump.ts'

const changelog = `# Changelog

## [Unreleased]

### Changed

- Breaking: \`GET /api/coins\` has no \`price\` any more, and
  \`DELETE /api/all\` is gone.
- \`GET /api/users\` is faster.

## [0.2.0] - 2026-11-27

### Removed

- Breaking: \`GET /api/old\` is gone.

## [0.1.0] - 2026-11-20

First.
`

test('breaking changes are those that lines of later sections name', () => {
  const later = ['GET /api/coins', 'DELETE /api/all']
  assert.deepEqual([...namedBreaks(changelog, '0.2.0')], later)
  assert.deepEqual([...namedBreaks(changelog, '0.1.0')], [...later, 'GET /api/old'])
})

test('a release gets what was not released, and nothing is lost', () => {
  const after = released(changelog, '0.3.0', '2027-01-02')
  assert.equal(notesOf(after, '0.3.0'), sectionsOf(changelog)[0]?.text)
  assert.equal(sectionsOf(after)[0]?.text, '')
  assert.match(after, /^## \[0\.3\.0\] - 2027-01-02$/m)
  assert.deepEqual(sectionsOf(after).slice(2), sectionsOf(changelog).slice(1))
  assert.throws(() => released(after, '0.4.0', '2027-01-03'), /says nothing/)
  assert.throws(() => notesOf(changelog, '0.9.0'), /no notes/)
})

test('the changelog has notes of the version in package.json', async () => {
  const version = await readProjectVersion(path.join(import.meta.dirname, '../..'))
  assert.ok(notesOf(await readFile('CHANGELOG.md', 'utf8'), version).length > 0)
})
