/**
 * One process of `run.ts`: runs the test files that it is sent, one after the other, and reports
 * each test. Modules, services and databases serve all files, so each file cleans up after itself.
 */
import { AsyncResource } from 'node:async_hooks'
import { constants, setPriority } from 'node:os'
import path from 'node:path'
import { after, run } from 'node:test'
import { inspect } from 'node:util'
import { z } from 'zod'
import { endShared } from './database.ts'
import { lowerHashCost } from './make/hash-cost.ts'
import { shortenPauses } from './make/short-pauses.ts'
import type { Ended } from './progress.ts'

// Passwords are hashed at the lowest priority, so that requests do not wait for them. While tests
// at a higher priority kept all cores busy, one hash took half a minute.
setPriority(constants.priority.PRIORITY_LOW)

lowerHashCost()
shortenPauses()

const root = path.dirname(import.meta.dirname)
const Order = z.union([z.object({ file: z.string() }), z.object({ end: z.literal(true) })])
const report = (ended: Ended) => process.send?.({ ended })

process.on('message', async (sent) => {
  const order = Order.parse(sent)
  if ('file' in order) {
    process.send?.({ counts: await runFile(order.file) })
    return
  }
  await endShared()
  process.exit()
})

async function runFile(file: string): Promise<Readonly<{ passed: number; failed: number }>> {
  const events = run({ files: [file], cwd: root, isolation: 'none' })
  const result = { passed: 0, failed: 0 }
  events.on('test:pass', ({ name, nesting, details, skip }) => {
    const skipped = skip !== undefined && skip !== false
    report({ file, name, depth: nesting, ms: details.duration_ms, skipped, error: '' })
  })
  events.on('test:fail', ({ name, nesting, details, todo }) => {
    const { error, duration_ms: ms } = details
    const inner = 'failureType' in error && error.failureType === 'subtestsFailed'
    const why = inner ? null : inspect(error.cause ?? error, { depth: 6 })
    report({ file, name, depth: nesting, ms, skipped: false, error: todo === undefined ? why : '' })
  })
  // An error outside of all tests, such as an unhandled rejection.
  events.on('test:diagnostic', ({ message }) => {
    if (!message.startsWith('Error: ')) return
    result.failed += 1
    report({ file, name: 'outside of its tests', depth: 0, ms: 0, skipped: false, error: message })
  })
  events.on('test:summary', ({ file: of, counts: { tests, passed, skipped, todo } }) => {
    if (of !== undefined) return
    result.passed = passed
    result.failed += tests - passed - skipped - todo
  })
  endAfterHooks(events)
  await new Promise((resolve) => events.on('end', resolve).resume())
  return result
}

/**
 * A run in this process ends when its event loop is empty, which shared services prevent. So this
 * hook, added after those of the file, emits `beforeExit` itself.
 */
function endAfterHooks(events: ReturnType<typeof run>): void {
  const inRoot = AsyncResource.bind(() => {
    after(() => void setImmediate(() => process.emit('beforeExit', 0)))
  })
  events.once('test:dequeue', inRoot)
}
