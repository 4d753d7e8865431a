import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedPlaces } from './places.ts'

const boundsOf = (user: string, network: string) => [
  { key: 'all', most: 4 },
  { key: user, most: 2 },
  { key: network, most: 3 },
]

test('a place counts under each of its keys, and the first key without one is named', () => {
  const places = countedPlaces()
  const first = places.take(boundsOf('a', 'x'))
  assert.ok(first.taken && places.take(boundsOf('a', 'x')).taken)
  assert.deepEqual(places.take(boundsOf('a', 'x')), { taken: false, full: 'a' })
  assert.ok(places.take(boundsOf('b', 'x')).taken)
  assert.deepEqual(places.take(boundsOf('b', 'x')), { taken: false, full: 'x' })
  assert.ok(places.take(boundsOf('b', 'y')).taken)
  assert.deepEqual(places.take(boundsOf('c', 'z')), { taken: false, full: 'all' })
})

test('a place that was refused under one key was taken under none', () => {
  const places = countedPlaces()
  const [all, , network] = boundsOf('a', 'x')
  assert.ok(all !== undefined && network !== undefined)
  for (let n = 0; n < 10; n += 1) places.take([all, { key: 'a', most: 0 }, network])
  for (let n = 0; n < 3; n += 1) assert.ok(places.take([all, network]).taken)
})

test('a place that was left is free for the next, once however often it is left', () => {
  const places = countedPlaces()
  const one = [{ key: 'all', most: 2 }]
  const [first, second] = [places.take(one), places.take(one)]
  assert.ok(first.taken && second.taken)
  first.leave()
  first.leave()
  assert.ok(places.take(one).taken)
  assert.equal(places.take(one).taken, false)
})
