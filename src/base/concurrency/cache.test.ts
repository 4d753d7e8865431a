import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cached, cachedCalls, once } from './cache.ts'

function cache() {
  let [nowMs, clears] = [0, 0]
  return {
    of: {},
    clock: { monotonicMs: () => nowMs },
    answers: { cleared: () => clears },
    pass: (ms: number) => {
      nowMs += ms
    },
    clear: () => {
      clears += 1
    },
  }
}

test('a value is computed once for all callers within its time, and again after it', async () => {
  const here = cache()
  const kept = cached<number>(100)
  let made = 0
  const make = async () => {
    made += 1
    return made
  }
  const both = await Promise.all([kept(here, make), kept(here, make)])
  here.pass(100)
  assert.deepEqual([...both, await kept(here, make)], [1, 1, 1])
  here.pass(1)
  assert.equal(await kept(here, make), 2)
  assert.equal(await kept(cache(), make), 3)
})

test('a value that was requested before a write is not returned after it', async () => {
  const here = cache()
  const kept = cached<string>(100)
  const before = kept(here, async () => 'before')
  here.clear()
  assert.equal(await kept(here, async () => 'after'), 'after')
  assert.equal(await before, 'before')
  assert.equal(await kept(here, async () => 'later'), 'after')
})

test('a failure reaches all waiting callers and is not cached', async () => {
  const here = cache()
  const kept = cached<string>(100)
  await assert.rejects(
    kept(here, () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal(await kept(here, async () => 'back'), 'back')
})

test('the number of cached outcomes is bounded, each with its own time', async () => {
  const { clock, pass } = cache()
  const read = cachedCalls<string>({ entries: 2, maxAgeMs: 100, clock })
  const made: string[] = []
  const get = (key: string, maxAgeMs?: number) =>
    read(key, async () => `${made.push(key)} ${key}`, maxAgeMs)
  await get('a')
  await get('b', 10)
  pass(11)
  await get('a')
  assert.deepEqual(made, ['a', 'b'])
  await get('b')
  await get('a')
  await get('c')
  await get('b')
  assert.deepEqual(made, ['a', 'b', 'b', 'c', 'b'])
})

test('an outcome that is not cached serves its waiting callers and no later ones', async () => {
  const { clock } = cache()
  const read = cachedCalls<number | null>({
    entries: 2,
    maxAgeMs: 100,
    clock,
    isKept: (outcome) => outcome !== null,
  })
  const none = async () => null
  assert.deepEqual(await Promise.all([read('a', none), read('a', async () => 1)]), [null, null])
  assert.equal(await read('a', async () => 2), 2)
  assert.equal(await read('a', none), 2)
})

test('one-time work is shared by all callers and repeated only after a failure', async () => {
  const outcomes = [Promise.reject(new Error('away')), Promise.resolve('read')].values()
  const read = once(async () => outcomes.next().value)
  const failed = await Promise.allSettled([read(), read()])
  assert.deepEqual(
    failed.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.deepEqual(await Promise.all([read(), read()]), ['read', 'read'])
  assert.equal(await read(), 'read')
})
