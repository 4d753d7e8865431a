import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Acknowledged, findLoss, isKnown, type ServerState } from './lost-commits.rules.ts'

const commit: Acknowledged = { timeline: 1, startedMs: 10, position: 1_000, xid: 7 }

const timeline = (number: number, beganAt: number | null = null, synchronous = false) => {
  return { timeline: number, beganAt, synchronous, lostAfter: null, isLossOfRun: false }
}

/** A server that was promoted after position 2,000, unless a test says otherwise. */
const server = (given: Partial<ServerState> = {}): ServerState => ({
  timeline: 2,
  startedMs: 20,
  recoveredTo: 2_000,
  position: 9_000,
  synchronous: false,
  isTargeted: false,
  isLeaderRecent: true,
  timelines: [timeline(1)],
  uncommitted: new Set(),
  ...given,
})

const lossOf = (given: Partial<ServerState>, commits: readonly Acknowledged[] = [commit]) => {
  const found = findLoss(server(given), commits)
  return found === null ? null : [found.timeline, found.after]
}

test('a commit before the position from which the server continues is there', () => {
  assert.equal(lossOf({}), null)
  assert.equal(lossOf({ recoveredTo: 1_001 }), null)
  assert.deepEqual(lossOf({ recoveredTo: 1_000 }), [2, 1_000])
  assert.deepEqual(lossOf({ recoveredTo: null, position: 900 }), [2, 900])
})

test('a commit whose record alone is missing is lost', () => {
  assert.deepEqual(lossOf({ uncommitted: new Set([7]) }), [2, 2_000])
})

test('the first of several new timelines decides, by its recorded beginning', () => {
  const timelines = [timeline(1), timeline(2, 900), timeline(3, 5_000)]
  const later = { timeline: 3, timelines, recoveredTo: null }
  assert.deepEqual(lossOf(later), [2, 900])
  assert.equal(lossOf({ ...later, timelines: [timeline(1), timeline(2, 1_100)] }), null)
})

test('a commit on a timeline that the database does not know is lost', () => {
  assert.deepEqual(lossOf({ timelines: [timeline(2, 2_000)] }), [2, 2_000])
  assert.deepEqual(
    lossOf({ timeline: 1, timelines: [timeline(1)] }, [{ ...commit, timeline: 2 }]),
    [1, 2_000],
  )
})

test('a restart on the same timeline that lost the end of its log is found', () => {
  const same = { timeline: 1, timelines: [timeline(1)] }
  assert.equal(lossOf({ ...same, startedMs: 10, recoveredTo: 500 }), null, 'the same run')
  assert.deepEqual(lossOf({ ...same, recoveredTo: 500 }), [1, 500])
  assert.equal(lossOf({ ...same, recoveredTo: null }), null, 'a clean restart')
})

test('a new timeline that no node remembers is a loss unless nothing can be missing', () => {
  const sync = { timelines: [timeline(1, null, true)] }
  assert.equal(lossOf({ timelines: [] }, []), null, 'a new database')
  assert.equal(lossOf({ timelines: [timeline(1), timeline(2)] }, []), null, 'examined before')
  assert.deepEqual(lossOf({}, []), [2, 2_000])
  assert.equal(lossOf(sync, []), null)
  assert.deepEqual(lossOf({ ...sync, isTargeted: true }, []), [2, 2_000])
  assert.deepEqual(lossOf({ ...sync, isLeaderRecent: false }, []), [2, 2_000])
  assert.deepEqual(lossOf({ ...sync, timeline: 0 }, []), [0, 2_000], 'an older timeline')
})

test('a loss is known if it was recorded from the same position', () => {
  const loss = { timeline: 2, after: 900, reason: '' }
  const recorded = { ...timeline(2, 900), lostAfter: 900 }
  assert.equal(isKnown(server({ timelines: [recorded] }), loss), true)
  assert.equal(isKnown(server({ timelines: [recorded] }), { ...loss, after: 800 }), false)
  assert.equal(isKnown(server(), loss), false)
})

test('a loss that was found after a clean start is known for as long as that run lasts', () => {
  const loss = { timeline: 2, after: 950, reason: '' }
  const recorded = { ...timeline(2, 100), lostAfter: 900, isLossOfRun: true }
  const clean = { recoveredTo: null, timelines: [recorded] }
  assert.equal(isKnown(server(clean), loss), true)
  assert.equal(isKnown(server({ ...clean, recoveredTo: 950 }), loss), false, 'a later crash')
  const earlier = { ...recorded, isLossOfRun: false }
  assert.equal(isKnown(server({ ...clean, timelines: [earlier] }), loss), false, 'an earlier run')
})

test('a timeline that started cleanly has one beginning, however often it is compared', () => {
  const stale = { uncommitted: new Set([7]), recoveredTo: null }
  const timelines = [timeline(1)]
  assert.deepEqual(lossOf({ ...stale, timelines, position: 2_000 }), [2, 2_000])
  const recorded = [...timelines, timeline(2, 2_000)]
  assert.deepEqual(lossOf({ ...stale, timelines: recorded, position: 9_000 }), [2, 2_000])
})
