import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idleMemory, idleMemoryLimits } from './idle-memory.ts'

const { lookEveryMs, idleLooks, pauseMs, youngBytes } = idleMemoryLimits

/** Simulates a process whose seconds are idle or busy. */
function makeProcess() {
  const state = { nowMs: 0, cpuMs: 0, youngBytes: 2 * youngBytes, collections: 0 }
  const check = idleMemory({
    clock: { monotonicMs: () => state.nowMs },
    cpuMs: () => state.cpuMs,
    youngBytes: () => state.youngBytes,
    collect: () => {
      state.collections += 1
    },
  })
  const pass = (looks: number, share: number) => {
    for (let times = 0; times < looks; times += 1) {
      state.nowMs += lookEveryMs
      state.cpuMs += share * lookEveryMs
      check()
    }
  }
  return { state, pass }
}

test('memory is returned once the process is idle, and never under load', () => {
  const { state, pass } = makeProcess()
  pass(100, 0.5)
  assert.equal(state.collections, 0)
  pass(idleLooks - 1, 0.1)
  pass(1, 0.5)
  assert.equal(state.collections, 0)
  pass(idleLooks, 0.1)
  assert.equal(state.collections, 1)
})

test('a small young generation is left alone', () => {
  const { state, pass } = makeProcess()
  state.youngBytes = youngBytes - 1
  pass(100, 0)
  assert.equal(state.collections, 0)
})

test('collections have a pause between them', () => {
  const { state, pass } = makeProcess()
  pass(pauseMs / lookEveryMs, 0)
  assert.equal(state.collections, 1)
  pass(idleLooks, 0)
  assert.equal(state.collections, 2)
})
