import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemRandom } from '../secrets/crypto.ts'
import { type SharedAnswer, sharedAnswers } from './shared-answers.ts'

const answerWith = (text: string): SharedAnswer => ({
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
    return answerWith(`answer ${made}`)
  }
  const request = async (key = 'a', of = make) => {
    const { answer } = await answers.get(key, 10_000, of)
    return Buffer.from(answer.body).toString()
  }
  return { time, answers, request, made: () => made }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('concurrent equal requests compute the response once', async () => {
  const { request, made } = set()
  const answers = await Promise.all(Array.from({ length: 100 }, () => request()))
  assert.deepEqual(new Set(answers), new Set(['answer 1']))
  assert.equal(made(), 1)
  await request('b')
  assert.equal(made(), 2)
})

test('an ageing value is still returned while one call recomputes it', async () => {
  const { request, made, time } = set()
  await request()
  time.ms = 4_999
  await request()
  assert.equal(made(), 1)
  time.ms = 9_500
  const answers = await Promise.all(Array.from({ length: 100 }, () => request()))
  assert.deepEqual(new Set(answers), new Set(['answer 1']))
  await settled()
  assert.equal(made(), 2)
  assert.equal(await request(), 'answer 2')
})

test('no value is returned above its maximum age', async () => {
  const { request, time } = set()
  await request()
  time.ms = 10_001
  assert.equal(await request(), 'answer 2')
})

test('a failure reaches the waiting callers and is not cached', async () => {
  const { request, made } = set()
  const failing = () => Promise.reject(new Error('away'))
  await assert.rejects(request('a', failing), /away/)
  assert.equal(await request(), 'answer 1')
  assert.equal(made(), 1)
})

test('a failure while an ageing value is recomputed leaves that value in place', async () => {
  const { request, time } = set()
  await request()
  time.ms = 9_500
  assert.equal(await request('a', () => Promise.reject(new Error('away'))), 'answer 1')
  await settled()
  assert.equal(await request('a', () => Promise.reject(new Error('away'))), 'answer 1')
})

test('a response requested after a write was computed after it', async () => {
  const { answers, request } = set()
  const slow = Promise.withResolvers<SharedAnswer>()
  const early = answers.get('a', 10_000, () => slow.promise)
  answers.clear()
  assert.equal(await request(), 'answer 1')
  slow.resolve(answerWith('of before'))
  assert.equal(Buffer.from((await early).answer.body).toString(), 'of before')
  assert.equal(await request(), 'answer 1')
})

test('the number of cached values is bounded, and large ones are not cached', async () => {
  const { request, made } = set({ entries: 3, bodyBytes: 100 })
  for (const key of ['a', 'b', 'c', 'd']) await request(key)
  assert.equal(await request('b'), 'answer 2')
  assert.equal(await request('a'), 'answer 5')
  assert.equal(made(), 5)
  const large = async () => answerWith('x'.repeat(101))
  await request('large', large)
  assert.equal(await request('large'), 'answer 6')
})

test('an old response stays usable for the declared time if refreshing fails', async () => {
  const { time, answers, request } = set()
  const stale = { maxAgeMs: 30_000, instead: (failure: unknown) => failure === 'away' }
  const fail = (why: string) => () =>
    answers
      .get('a', 10_000, () => Promise.reject(why), stale)
      .then(({ answer, ageMs }) => [Buffer.from(answer.body).toString(), ageMs])
  await assert.rejects(fail('away'), (why) => why === 'away')
  await request()
  time.ms = 20_000
  assert.deepEqual(await fail('away')(), ['answer 1', 20_000])
  await assert.rejects(fail('gone'), (why) => why === 'gone')
  time.ms = 30_001
  await assert.rejects(fail('away'), (why) => why === 'away')
  assert.equal(await request(), 'answer 2')
})
