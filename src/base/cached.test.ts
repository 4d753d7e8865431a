import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cached } from './cached.ts'

function keeper() {
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

test('a value is made once for all who ask within its time, and anew after it', async () => {
  const here = keeper()
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
  assert.equal(await kept(keeper(), make), 3)
})

test('what was asked for before a write is not given out after it', async () => {
  const here = keeper()
  const kept = cached<string>(100)
  const before = kept(here, async () => 'before')
  here.clear()
  assert.equal(await kept(here, async () => 'after'), 'after')
  assert.equal(await before, 'before')
  assert.equal(await kept(here, async () => 'later'), 'after')
})

test('a failure reaches those who wait for it and is not kept', async () => {
  const here = keeper()
  const kept = cached<string>(100)
  await assert.rejects(
    kept(here, () => Promise.reject(new Error('away'))),
    /away/,
  )
  assert.equal(await kept(here, async () => 'back'), 'back')
})
