import assert from 'node:assert/strict'
import { test } from 'node:test'
import { singleFlight } from './single-flight.ts'

/** Calls that settle only when the test settles them. */
function heldCalls() {
  const calls: PromiseWithResolvers<string>[] = []
  const ask = singleFlight(
    (_name: string) => {
      const call = Promise.withResolvers<string>()
      calls.push(call)
      return call.promise
    },
    (name) => name,
  )
  return { calls, ask }
}

test('concurrent calls of one key are one call, and all get its outcome', async () => {
  const { calls, ask } = heldCalls()
  const asked = [ask('one'), ask('one'), ask('other'), ask('one')]
  assert.equal(calls.length, 2)
  calls[0]?.resolve('first')
  calls[1]?.resolve('second')
  assert.deepEqual(await Promise.all(asked), ['first', 'first', 'second', 'first'])
})

test('a call after the end of another of its key runs anew, whatever the outcome', async () => {
  const { calls, ask } = heldCalls()
  const failing = [ask('one'), ask('one')]
  calls[0]?.reject(new Error('broken'))
  for (const asked of failing) await assert.rejects(asked, /broken/)
  const again = ask('one')
  calls[1]?.resolve('well')
  assert.equal(await again, 'well')
  assert.equal(calls.length, 2)
})
