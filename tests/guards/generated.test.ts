import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { artefacts } from '../../tools/generate.ts'
import { projectFiles } from './source.ts'

const files = projectFiles()

const made = await artefacts()

describe('generated and committed files', () => {
  test('matches the output of the code', () => {
    const stale = made.filter(({ path, text }) => files[path] !== text).map(({ path }) => path)
    assert.deepEqual(stale, [], 'out of date: run `npm run generate` and read the difference')
  })

  test('covers all generated files, each with some text', () => {
    assert.deepEqual(made.map(({ path }) => path).toSorted(), [
      'docs/access.txt',
      'docs/asyncapi.json',
      'docs/collection.json',
      'docs/configuration.md',
      'docs/event-types.md',
      'docs/events-asyncapi.json',
      'docs/metrics.md',
      'docs/schema.sql',
      'ops/helm/tukar/values.schema.json',
      'packages/client/src/operator-texts.ts',
      'packages/client/src/refusal-keys.ts',
      'packages/client/src/refusal-texts.ts',
      'src/core/database/schema/migrations/checksums.txt',
      'src/core/database/tables.ts',
    ])
    for (const { path, text } of made) assert.ok(text.trim().length > 0, `${path} is empty`)
  })
})
