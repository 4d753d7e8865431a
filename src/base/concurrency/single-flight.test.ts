import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleFlight } from './single-flight.ts'

/** Calls that settle only when the test settles them. */
function heldCalls() {
  const calls: PromiseWithResolvers<string>[] = []
  const run = singleFlight(
    (_name: string) => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    },
    (name) => name,
  )
  return { calls, run }
}

test('concurrent calls of one key are one call, and all get its outcome', async () => {
  const { calls, run } = heldCalls()
  const pending = [run('one'), run('one'), run('other'), run('one')]
  assert.equal(calls.length, 2)
  calls[0]?.resolve('first')
  calls[1]?.resolve('second')
  assert.deepEqual(await Promise.all(pending), ['first', 'first', 'second', 'first'])
})

test('a call after the end of another of its key runs again, whatever the outcome', async () => {
  const { calls, run } = heldCalls()
  const failing = [run('one'), run('one')]
  calls[0]?.reject(new Error('broken'))
  for (const pending of failing) await assert.rejects(pending, /broken/)
  const again = run('one')
  calls[1]?.resolve('well')
  assert.equal(await again, 'well')
  assert.equal(calls.length, 2)
})
