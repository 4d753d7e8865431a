/** Runs the given test files in this process and reports the result of each test to `run.ts`. */
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import type { Ended } from './progress.ts'

// Passwords are hashed at the lowest priority, so that requests do not wait for them. Beside tests
// of a higher one, which keep all cores busy, a hash took half a minute.
setPriority(constants.priority.PRIORITY_LOW)

const root = path.dirname(import.meta.dirname)
const events = run({ files: process.argv.slice(2), cwd: root, isolation: 'none' })
const report = (ended: Ended) => process.send?.({ ended })

events.on('test:pass', ({ file = '', name, nesting, details, skip }) => {
  const skipped = skip !== undefined && skip !== false
  report({ file, name, depth: nesting, ms: details.duration_ms, skipped, error: '' })
})
events.on('test:fail', ({ file = '', name, nesting, details, todo }) => {
  const { error, duration_ms: ms } = details
  const inner = 'failureType' in error && error.failureType === 'subtestsFailed'
  const why = inner ? null : inspect(error.cause ?? error, { depth: 6 })
  report({ file, name, depth: nesting, ms, skipped: false, error: todo === undefined ? why : '' })
})
events.on('test:summary', ({ file, counts }) => {
  if (file !== undefined) return
  const { tests, passed, skipped, todo } = counts
  process.send?.({ counts: { passed, failed: tests - passed - skipped - todo } })
})
