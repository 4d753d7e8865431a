import assert from 'node:assert/strict'
import { test } from 'node:test'
import { acknowledgedPostings, findLoss } from './lost-postings.rules.ts'

const run = { timeline: 2, startedMs: 20 }
const [first, second] = [new Date('2026-01-01T00:00:01Z'), new Date('2026-01-01T00:00:02Z')]

test('the last postings are remembered until they were reported', () => {
  const postings = acknowledgedPostings(3)
  postings.add(['a', 'b'], first)
  postings.add(['c', 'd'], second)
  assert.deepEqual(
    [...postings.list()],
    [
      ['b', first],
      ['c', second],
      ['d', second],
    ],
  )
  postings.forget(['b', 'd', 'unknown'])
  assert.deepEqual([...postings.list().keys()], ['c'])
})

const met = {
  run,
  missing: [],
  acknowledged: new Map([
    ['late', second],
    ['early', first],
  ]),
  isStart: false,
  isNewTimeline: true,
}

test('a server that lacks an acknowledged posting lost it, from the first one on', () => {
  const missing = ['late', 'early']
  assert.deepEqual(findLoss({ ...met, missing }), { run, missing, since: first })
  const other = ['early', 'late', 'unknown']
  assert.deepEqual(findLoss({ ...met, missing: other }), { run, missing: other, since: first })
  const again = { ...met, missing, isNewTimeline: false }
  assert.deepEqual(findLoss(again), { run, missing, since: first }, 'a restart')
})

test('a promoted server that has every acknowledged posting lost none', () => {
  assert.equal(findLoss(met), null)
})

test('a node that starts on a timeline that no node has met counts it as a loss', () => {
  assert.deepEqual(findLoss({ ...met, isStart: true }), { run, missing: [], since: null })
  assert.equal(findLoss({ ...met, isStart: true, isNewTimeline: false }), null)
})
