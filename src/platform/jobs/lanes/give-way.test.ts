import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { testDatabase } from '../../../../tests/database.ts'
import { jobLimits } from '../../../core/outbox/job-limits.ts'
import { httpLimits } from '../../http/http-limits.ts'
import { demandOf } from '../../http/server/demand.ts'
import { givesWay, untilRest } from './give-way.ts'

/** Runs bulk work beside requests, on a clock that advances only during sleeps. */
async function bench(t: TestContext) {
  const { db } = await testDatabase(t)
  let nowMs = 0
  let during = () => {}
  const clock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: async (ms: number) => {
      nowMs += ms
      during()
    },
  }
  const stopping = new AbortController()
  const ctx = { clock, db }
  const requests = (change: 'begin' | 'end', count: number) => {
    for (let at = 0; at < count; at += 1) demandOf(ctx)[change]()
  }
  const neverEnds = () => {
    during = () => {
      requests('begin', 1)
      requests('end', 1)
    }
  }
  const giveWay = givesWay(ctx, stopping.signal)
  const rest = () => untilRest(ctx, stopping.signal)
  return { giveWay, rest, requests, neverEnds, stopping, at: () => nowMs }
}

const { highDemand, highDemandMs, restMs } = httpLimits
const { patienceMs, own } = jobLimits

test('bulk work continues at once while requests are few', async (t) => {
  const { giveWay, requests, at } = await bench(t)
  requests('begin', highDemand - 1)
  await Promise.all([giveWay(), giveWay(), giveWay()])
  assert.equal(at(), 0)
})

test('bulk work waits until requests were few for a while', async (t) => {
  const { giveWay, requests, at } = await bench(t)
  requests('begin', highDemand)
  requests('end', highDemand)
  await giveWay()
  assert.ok(at() >= highDemandMs && at() < patienceMs, `${at()} ms`)
})

test('under permanent load one piece of bulk work runs at a time', async (t) => {
  const { giveWay, requests, neverEnds, at } = await bench(t)
  requests('begin', highDemand)
  neverEnds()
  const passed: number[] = []
  await Promise.all([1, 2, 3].map(() => giveWay().then(() => passed.push(at()))))
  assert.deepEqual(passed, [patienceMs, 2 * patienceMs, 3 * patienceMs])
})

test('stopping waits for nothing', async (t) => {
  const { giveWay, requests, stopping, at } = await bench(t)
  requests('begin', highDemand)
  stopping.abort()
  await giveWay()
  assert.equal(at(), 0)
})

test('what follows a request waits until no request was under way for a moment', async (t) => {
  const { rest, requests, at } = await bench(t)
  await rest()
  assert.equal(at(), 0, 'before the first request')
  requests('begin', 1)
  requests('end', 1)
  await rest()
  assert.ok(at() >= restMs && at() < own.patienceMs, `${at()} ms`)
})

test('what follows a request waits for a bounded time beside others', async (t) => {
  const { rest, requests, neverEnds, at } = await bench(t)
  requests('begin', 1)
  neverEnds()
  await rest()
  assert.equal(at(), own.patienceMs)
})
