import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latest } from './latest.ts'

test('a result is computed after the call, and shared by those who wait', async () => {
  const ends: ((failed?: Error) => void)[] = []
  let begun = 0
  const read = latest(() => {
    begun += 1
    const result = begun
    return new Promise<number>((resolve, reject) => {
      ends.push((failed) => (failed === undefined ? resolve(result) : reject(failed)))
    })
  })
  const first = read()
  const [second, third] = [read(), read()]
  assert.equal(begun, 1)
  ends[0]?.(new Error('lost'))
  await assert.rejects(first, /lost/)
  await new Promise(setImmediate)
  assert.equal(begun, 2, 'those who came later share one of their own')
  const fourth = read()
  ends[1]?.()
  assert.deepEqual(await Promise.all([second, third]), [2, 2])
  await new Promise(setImmediate)
  ends[2]?.()
  assert.equal(await fourth, 3)
})
