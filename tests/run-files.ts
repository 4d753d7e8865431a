/** Runs the test files it is given in this one process, and tells `run.ts` how many passed. */
import path from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

const root = path.dirname(import.meta.dirname)
const events = run({ files: process.argv.slice(2), cwd: root, isolation: 'none' })
events.on('test:summary', ({ file, counts }) => {
  if (file !== undefined) return
  const { tests, passed, skipped, todo } = counts
  process.send?.({ passed, failed: tests - passed - skipped - todo })
})
events.compose(new spec()).pipe(process.stdout)
