import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shrink } from './shrink.ts'

const hundred = Array.from({ length: 100 }, (_, at) => at)
const always = () => true

test('a failing list shrinks to the items that it needs to fail', async () => {
  const fails = async (items: readonly number[]) => [17, 18, 93].every((one) => items.includes(one))
  assert.deepEqual(await shrink(hundred, fails, always), [17, 18, 93])
})

test('one failing item is found in few attempts', async () => {
  let attempts = 0
  const fails = async (items: readonly number[]) => {
    attempts += 1
    return items.includes(64)
  }
  assert.deepEqual(await shrink(hundred, fails, always), [64])
  assert.ok(attempts <= 20, `${attempts} attempts`)
})

test('a list that fails in no part stays whole', async () => {
  const fails = async (items: readonly number[]) => items.length === 100
  assert.equal((await shrink(hundred, fails, always)).length, 100)
})

test('shrinking ends with its budget, at the smallest failing list so far', async () => {
  let left = 3
  const fails = async (items: readonly number[]) => items.includes(99) && left-- > 0
  const shrunk = await shrink(hundred, fails, () => left > 0)
  assert.ok(shrunk.includes(99) && shrunk.length < 100, `${shrunk.length} items`)
})
