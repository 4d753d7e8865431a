import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import { httpContext } from '../../../../tests/make/http-context.ts'
import { startHttp } from '../../../../tests/make/http-server.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { systemClock } from '../../../base/clock.ts'
import { refuse } from '../../../base/refusal.ts'
import { text } from '../contracts/contracts.ts'
import { anyone } from '../endpoint/admit.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import { success } from '../envelope.ts'
import { startTarpit, tarpitLimits } from './tarpit.ts'

/** A manual clock that records the requested durations of sleep. */
function handTime() {
  const sleepers = new Set<() => void>()
  const asked: number[] = []
  const clock = {
    ...systemClock,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        asked.push(ms)
        const wake = () => {
          sleepers.delete(wake)
          resolve()
        }
        sleepers.add(wake)
        signal?.addEventListener('abort', wake, { once: true })
      }),
  }
  const pass = () => {
    for (const wake of sleepers) wake()
  }
  const random = { bytes: (length: number) => Buffer.alloc(length, 64) }
  return { clock, random, asked, sleeping: () => sleepers.size, pass }
}

const ended = async (promise: Promise<unknown>): Promise<boolean> => {
  let over = false
  void promise.then(() => {
    over = true
  })
  await turn()
  return over
}

describe('the tarpit', () => {
  test('delays for its time plus a part of it, a bounded number of callers at once', async () => {
    const time = handTime()
    const tarpit = startTarpit(time, { delayMs: 700, delayed: 2 })
    const [first, second] = [tarpit.delay(), tarpit.delay()]
    assert.equal(await ended(tarpit.delay()), true)
    assert.deepEqual(time.asked, [875, 875])
    assert.equal(await ended(first), false)
    time.pass()
    await Promise.all([first, second])
    const third = tarpit.delay()
    assert.equal(await ended(third), false)
    time.pass()
    await third
  })

  test('releases every caller when it ends, and delays none after', async () => {
    const time = handTime()
    const tarpit = startTarpit(time, { delayMs: 700, delayed: 10 })
    const delayed = Array.from({ length: 5 }, () => tarpit.delay())
    tarpit.end()
    await Promise.all(delayed)
    assert.equal(await ended(tarpit.delay()), true)
    assert.equal(time.sleeping(), 0)
  })
})

const guess = (path: string, slowRefusals: boolean) =>
  endpoint({
    method: 'POST',
    path,
    tag: 'test',
    summary: 'A test.',
    access: anyone,
    body: z.object({ word: text({ max: 20 }) }),
    slowRefusals,
    run: (_ctx, { word }) => {
      if (word === 'wait') refuse('auth.throttle', { retryAfterSeconds: 9 })
      if (word === 'wrong') refuse('auth.failed')
    },
    reply: success('api.done'),
  })

async function start(t: TestContext) {
  setLimits(t, tarpitLimits, { delayMs: 1_000 })
  const time = handTime()
  const http = await startHttp(t, httpContext(t, { clock: time.clock }), [
    guess('/api/slow', true),
    guess('/api/plain', false),
  ])
  return { time, http }
}

const delayed = async (sleeping: () => number, count: number) => {
  while (sleeping() < count) await turn()
}

describe('an endpoint with slow refusals', () => {
  test('delays callers with a retry time for a second or two', async (t) => {
    const { time, http } = await start(t)
    const slow = http.post('/api/slow', { word: 'wait' })
    await delayed(time.sleeping, 1)
    const [heldMs = 0] = time.asked
    const { delayMs } = tarpitLimits
    assert.ok(delayMs >= 1_000 && heldMs >= delayMs && heldMs < 2 * delayMs, `${heldMs}`)
    assert.equal(await ended(slow), false)
    time.pass()
    const [answer, plain] = [await slow, await http.post('/api/plain', { word: 'wait' })]
    assert.equal(answer.status, 429)
    assert.equal(answer.headers.get('retry-after'), '9')
    assert.equal(answer.text, plain.text)
  })

  test('delays no mistake, no success, no bad field, and no caller elsewhere', async (t) => {
    const { time, http } = await start(t)
    for (const [word, status] of [
      ['wrong', 401],
      ['right', 200],
      ['', 400],
    ] as const) {
      assert.equal((await http.post('/api/slow', { word })).status, status)
    }
    assert.equal((await http.post('/api/plain', { word: 'wait' })).status, 429)
    assert.deepEqual(time.asked, [])
  })

  test('answers delayed callers when the server closes, and then releases them', async (t) => {
    const { time, http } = await start(t)
    const all = [1, 2, 3].map(() => http.post('/api/slow', { word: 'wait' }))
    await delayed(time.sleeping, 3)
    const closed = http.app.close()
    for (const { status, headers } of await Promise.all(all)) {
      assert.equal(status, 429)
      assert.equal(headers.get('connection'), 'close')
    }
    await closed
    if (http.app.server.listening) await once(http.app.server, 'close')
    assert.equal(time.sleeping(), 0)
  })
})
