import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../secrets/crypto.ts'
import { type SharedAnswer, sharedAnswers } from './shared-answers.ts'

const saying = (text: string): SharedAnswer => ({
  status: 200,
  mediaType: 'text/plain',
  body: Buffer.from(text),
  headers: {},
  etag: `"${text}"`,
})

function set(bounds?: Parameters<typeof sharedAnswers>[2]) {
  const time = { ms: 0 }
  const answers = sharedAnswers({ monotonicMs: () => time.ms }, systemRandom, bounds)
  let made = 0
  const make = async () => {
    made += 1
    return saying(`answer ${made}`)
  }
  const ask = async (key = 'a', of = make) => {
    const { answer } = await answers.get(key, 10_000, of)
    return Buffer.from(answer.body).toString()
  }
  return { time, answers, ask, made: () => made }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a crowd with the same request computes it once', async () => {
  const { ask, made } = set()
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
  assert.deepEqual(new Set(answers), new Set(['answer 1']))
  assert.equal(made(), 1)
  await ask('b')
  assert.equal(made(), 2)
})

test('an ageing value still serves while one call computes it anew', async () => {
  const { ask, made, time } = set()
  await ask()
  time.ms = 4_999
  await ask()
  assert.equal(made(), 1)
  time.ms = 9_500
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask()))
  assert.deepEqual(new Set(answers), new Set(['answer 1']))
  await settled()
  assert.equal(made(), 2)
  assert.equal(await ask(), 'answer 2')
})

test('no value is returned above its maximum age', async () => {
  const { ask, time } = set()
  await ask()
  time.ms = 10_001
  assert.equal(await ask(), 'answer 2')
})

test('a failure reaches the waiting callers and is not cached', async () => {
  const { ask, made } = set()
  const failing = () => Promise.reject(new Error('away'))
  await assert.rejects(ask('a', failing), /away/)
  assert.equal(await ask(), 'answer 1')
  assert.equal(made(), 1)
})

test('a failure while an ageing value is recomputed leaves that value in place', async () => {
  const { ask, time } = set()
  await ask()
  time.ms = 9_500
  assert.equal(await ask('a', () => Promise.reject(new Error('away'))), 'answer 1')
  await settled()
  assert.equal(await ask('a', () => Promise.reject(new Error('away'))), 'answer 1')
})

test('a response requested after a write was computed after it', async () => {
  const { answers, ask } = set()
  const slow = Promise.withResolvers<SharedAnswer>()
  const early = answers.get('a', 10_000, () => slow.promise)
  answers.clear()
  assert.equal(await ask(), 'answer 1')
  slow.resolve(saying('of before'))
  assert.equal(Buffer.from((await early).answer.body).toString(), 'of before')
  assert.equal(await ask(), 'answer 1')
})

test('the number of cached values is bounded, and large ones are not cached', async () => {
  const { ask, made } = set({ entries: 3, bodyBytes: 100 })
  for (const key of ['a', 'b', 'c', 'd']) await ask(key)
  assert.equal(await ask('b'), 'answer 2')
  assert.equal(await ask('a'), 'answer 5')
  assert.equal(made(), 5)
  const large = async () => saying('x'.repeat(101))
  await ask('large', large)
  assert.equal(await ask('large'), 'answer 6')
})

test('an old response serves on for a while if refreshing fails, as declared', async () => {
  const { time, answers, ask } = set()
  const stale = { maxAgeMs: 30_000, instead: (failure: unknown) => failure === 'away' }
  const fail = (why: string) => () =>
    answers
      .get('a', 10_000, () => Promise.reject(why), stale)
      .then(({ answer, ageMs }) => [Buffer.from(answer.body).toString(), ageMs])
  await assert.rejects(fail('away'), (why) => why === 'away')
  await ask()
  time.ms = 20_000
  assert.deepEqual(await fail('away')(), ['answer 1', 20_000])
  await assert.rejects(fail('gone'), (why) => why === 'gone')
  time.ms = 30_001
  await assert.rejects(fail('away'), (why) => why === 'away')
  assert.equal(await ask(), 'answer 2')
})
