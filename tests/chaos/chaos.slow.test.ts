import assert from 'node:assert/strict'
import { test } from 'node:test'
import { play, type Storm } from '../storms/stage.ts'
import { playSchedule } from './play.ts'
import { drawSchedule } from './schedule.ts'

const seed = 20_260_101

test('250 random operations under faults leave what the model predicts', async (t) => {
  const schedule = drawSchedule(seed, 250)
  const chaos: Storm = { name: 'chaos', run: (stage) => playSchedule(stage, schedule) }
  assert.deepEqual(await play(chaos, { scale: 1, keep: false }, t.signal), [])
})
