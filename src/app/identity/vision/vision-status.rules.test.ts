import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayMoveFrom, type VisionStatus, visionStatuses } from './vision-status.rules.ts'

const moves: Readonly<Record<VisionStatus, readonly VisionStatus[]>> = {
  pending: ['processing', 'completed', 'failed'],
  processing: ['completed', 'failed'],
  completed: [],
  failed: [],
}

describe('the status of a verification', () => {
  for (const from of visionStatuses) {
    for (const to of visionStatuses) {
      const may = from === to || moves[from].includes(to)
      test(`${may ? 'moves' : 'does not move'} from ${from} to ${to}`, () =>
        assert.equal(mayMoveFrom(to).includes(from), may))
    }
    test(`may stay ${from} while its data changes`, () =>
      assert.ok(mayMoveFrom(undefined).includes(from)))
  }
})
