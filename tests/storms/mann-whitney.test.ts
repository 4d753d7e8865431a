import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chanceOfSame, distinguishable } from './mann-whitney.ts'

const upTo = (count: number, shift: number, step = 1) =>
  Array.from({ length: count }, (_, index) => index * step + shift)

test('two samples of the same distribution are not distinguished', () => {
  assert.ok(chanceOfSame(upTo(500, 0, 2), upTo(500, 1, 2)) > 0.9)
  assert.equal(chanceOfSame(Array(50).fill(3), Array(50).fill(3)), 1)
})

test('a small shift of a large sample is seen, whichever is the larger', () => {
  assert.ok(chanceOfSame(upTo(500, 0), upTo(500, 60)) < 0.01)
  assert.ok(chanceOfSame(upTo(500, 60), upTo(500, 0)) < 0.01)
  assert.ok(chanceOfSame(upTo(500, 0), upTo(500, 10)) > 0.01)
})

test('of several comparisons one is distinguished only beyond chance', () => {
  const distinguished = (...chances: readonly number[]) => [
    ...distinguishable(new Map(chances.map((chance, index) => [`${index}`, chance])), 0.01),
  ]
  assert.deepEqual(distinguished(0.9, 0.009, 0.5, 0.003, 0.1), [])
  assert.deepEqual(distinguished(0.9, 0.0019, 0.5, 0.3, 0.1), ['1'])
  assert.deepEqual(distinguished(0.9, 0.0024, 0.5, 0.0019, 0.1), ['3', '1'])
  assert.deepEqual(distinguished(0.9, 0.0026, 0.5, 0.0019, 0.1), ['3'])
  assert.deepEqual(distinguished(0.009), ['0'])
})
