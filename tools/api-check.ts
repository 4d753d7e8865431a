/**
 * Compares the API with the last release's. A change that breaks callers fails unless a line
 * `- Breaking: …` of the changelog names the operation in backticks.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { breaksBetween } from './releases/api-diff.ts'
import { namedBreaks } from './releases/changelog.ts'
import { currentApi, readReleasedApi } from './releases/released-api.ts'

const { version, documents: before } = await readReleasedApi()
const changelog = await readFile(path.join(import.meta.dirname, '../CHANGELOG.md'), 'utf8')
const named = namedBreaks(changelog, version)
const today = new Date().toISOString().slice(0, 10)
const after = currentApi()
const unnamed = Object.entries(before).flatMap(([name, shape]) =>
  breaksBetween(shape, after[name] ?? { operations: {}, schemas: {} }, today).filter(
    ({ operation }) => !named.has(operation),
  ),
)
for (const { operation, what } of unnamed) console.error(`${operation}: ${what}`)
if (unnamed.length > 0) {
  console.error(
    `${unnamed.length} changes break callers of ${version}. Keep the old form, or name the ` +
      'operations in CHANGELOG.md: - Breaking: `GET /api/…` …',
  )
  process.exitCode = 1
}
