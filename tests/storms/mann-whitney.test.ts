import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOfSame } from './mann-whitney.ts'

const upTo = (count: number, shift: number, step = 1) =>
  Array.from({ length: count }, (_, index) => index * step + shift)

test('two samples of the same are not told apart', () => {
  assert.ok(chanceOfSame(upTo(500, 0, 2), upTo(500, 1, 2)) > 0.9)
  assert.equal(chanceOfSame(Array(50).fill(3), Array(50).fill(3)), 1)
})

test('a small shift of a large sample is seen, whichever is the larger', () => {
  assert.ok(chanceOfSame(upTo(500, 0), upTo(500, 60)) < 0.01)
  assert.ok(chanceOfSame(upTo(500, 60), upTo(500, 0)) < 0.01)
  assert.ok(chanceOfSame(upTo(500, 0), upTo(500, 10)) > 0.01)
})
