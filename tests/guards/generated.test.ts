import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { artefacts } from '../../tools/generate.ts'
import { projectFiles } from './source.ts'

const files = projectFiles()

const made = await artefacts()

describe('what is generated and committed', () => {
  test('is what the code makes now', () => {
    const stale = made.filter(({ path, text }) => files[path] !== text).map(({ path }) => path)
    assert.deepEqual(stale, [], 'out of date: run `npm run generate` and read the difference')
  })

  test('covers the six documents, and none is empty', () => {
    assert.deepEqual(made.map(({ path }) => path).toSorted(), [
      'docs/access.txt',
      'docs/configuration.md',
      'docs/openapi.json',
      'docs/operator-openapi.json',
      'docs/schema.sql',
      'src/database/migrations/checksums.txt',
      'src/database/tables.ts',
    ])
    for (const { path, text } of made) assert.ok(text.trim().length > 0, `${path} is empty`)
  })
})
