import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type BatchOptions, batch } from './batch.ts'

const overload = new Error('too many are waiting')

const options: BatchOptions<number, number> = {
  run: async (items) => items.map((item) => item * 10),
  failsAll: () => false,
  maxItems: 100,
  lanes: 1,
  maxWaiting: 1_000,
  overloaded: () => overload,
}

const batched = (changes: Partial<BatchOptions<number, number>>) =>
  batch({ ...options, ...changes })

type Held = Readonly<{ items: readonly number[]; finish: () => void }>

/** Returns a `run` whose groups the test ends, and the groups it has begun. */
function heldRun(): { begun: Held[]; run: BatchOptions<number, number>['run'] } {
  const begun: Held[] = []
  return {
    begun,
    run: (items) =>
      new Promise((resolve) => {
        begun.push({ items, finish: () => resolve(items.map((item) => item * 10)) })
      }),
  }
}

async function until(holds: () => boolean): Promise<void> {
  const untilMs = performance.now() + 10_000
  while (!holds()) {
    assert.ok(performance.now() < untilMs, 'it never came to hold')
    await turn()
  }
}

const reasons = (settled: readonly PromiseSettledResult<number>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))

describe('groups', () => {
  test('calls of one batch form one group, and each gets the outcome of its item', async () => {
    const sizes: number[] = []
    const join = batched({
      run: async (items) => {
        sizes.push(items.length)
        return options.run(items)
      },
    })
    assert.deepEqual(await Promise.all([3, 1, 2].map(join)), [30, 10, 20])
    assert.deepEqual(sizes, [3])
  })

  test('a group with a gathering time uses all of it, even if another ends meanwhile', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, gatherMs: 300 })
    const first = join(1)
    await until(() => begun.length === 1)
    const others = [join(2)]
    begun[0]?.finish()
    assert.equal(await first, 10)
    others.push(join(3))
    await until(() => begun.length === 2)
    begun[1]?.finish()
    assert.deepEqual(await Promise.all(others), [20, 30])
    assert.deepEqual(
      begun.map(({ items }) => items),
      [[1], [2, 3]],
    )
  })

  test('a group that starts idle gathers beside a running one only', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, lanes: 2, gatherMs: 60_000, startsIdle: true, maxItems: 2 })
    const first = join(1)
    await until(() => begun.length === 1)
    const second = join(2)
    for (let turns = 0; turns < 10; turns += 1) await turn()
    assert.equal(begun.length, 1)
    const third = join(3)
    await until(() => begun.length === 2)
    for (const { finish } of begun) finish()
    assert.deepEqual(await Promise.all([first, second, third]), [10, 20, 30])
  })

  test('a group that starts idle starts when the last running one ends', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, lanes: 2, gatherMs: 60_000, startsIdle: true })
    const first = join(1)
    await until(() => begun.length === 1)
    const second = join(2)
    begun[0]?.finish()
    await until(() => begun.length === 2)
    begun[1]?.finish()
    assert.deepEqual(await Promise.all([first, second]), [10, 20])
  })

  test('a group that has gathered while another ran starts when that ends', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, gatherMs: 1 })
    const first = join(1)
    await until(() => begun.length === 1)
    const second = join(2)
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(begun.length, 1)
    begun[0]?.finish()
    await first
    await until(() => begun.length === 2)
    begun[1]?.finish()
    assert.equal(await second, 20)
  })

  test('while one group runs the next gathers, and starts when the first ends', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run })
    const first = join(1)
    await until(() => begun.length === 1)
    const later = [join(2), join(3)]
    await turn()
    await turn()
    assert.equal(begun.length, 1)
    begun[0]?.finish()
    assert.equal(await first, 10)
    await until(() => begun.length === 2)
    assert.deepEqual(begun[1]?.items, [2, 3])
    begun[1]?.finish()
    assert.deepEqual(await Promise.all(later), [20, 30])
  })

  test('no more groups run at once than there are lanes', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, lanes: 2, maxItems: 1 })
    const all = [1, 2, 3].map(join)
    await until(() => begun.length === 2)
    await turn()
    assert.equal(begun.length, 2)
    begun[1]?.finish()
    await until(() => begun.length === 3)
    for (const group of begun) group.finish()
    assert.deepEqual(await Promise.all(all), [10, 20, 30])
  })

  test('a group never exceeds its maximum of items, and loses none', async () => {
    const sizes: number[] = []
    const join = batched({
      maxItems: 4,
      run: async (items) => {
        sizes.push(items.length)
        return options.run(items)
      },
    })
    const items = Array.from({ length: 10 }, (_, index) => index)
    assert.deepEqual(
      await Promise.all(items.map(join)),
      items.map((item) => item * 10),
    )
    assert.deepEqual(sizes, [4, 4, 2])
  })

  test('a member that would fail alone fails alone', async () => {
    const runs: (readonly number[])[] = []
    const join = batched({
      run: async (items) => {
        runs.push(items)
        if (items.includes(2)) throw new Error('two is bad')
        return options.run(items)
      },
    })
    const settled = await Promise.allSettled([1, 2, 3].map(join))
    assert.deepEqual(reasons(settled), [10, 'Error: two is bad', 30])
    assert.deepEqual(runs, [[1, 2, 3], [1], [2], [3]])
  })

  test('a failure of the whole group is tried once and fails all members', async () => {
    let runs = 0
    const join = batched({
      failsAll: () => true,
      run: async () => {
        runs += 1
        throw new Error('no database')
      },
    })
    const settled = await Promise.allSettled([1, 2].map(join))
    assert.deepEqual(reasons(settled), ['Error: no database', 'Error: no database'])
    assert.equal(runs, 1)
  })

  test('members run singly until a failure that fails all of the others', async () => {
    const runs: (readonly number[])[] = []
    const join = batched({
      failsAll: (_error, alone) => alone === 2,
      run: async (items) => {
        runs.push(items)
        if (items.some((item) => item > 1)) throw new Error(`no ${items}`)
        return options.run(items)
      },
    })
    const settled = await Promise.allSettled([2, 1, 3, 1].map(join))
    assert.deepEqual(reasons(settled), ['Error: no 2', 10, 'Error: no 3', 'Error: no 3'])
    assert.deepEqual(runs, [[2, 1, 3, 1], [2], [1], [3]])
  })

  test('a failing group leaves its lane to the next', async () => {
    let broken = true
    const join = batched({
      run: async (items) => {
        if (broken) throw new Error('broken')
        return options.run(items)
      },
    })
    await assert.rejects(join(1), /broken/)
    broken = false
    assert.equal(await join(2), 20)
  })

  test('a run that throws before it gives a promise fails its members, and them only', async () => {
    let calls = 0
    const join = batched({
      run: (items) => {
        calls += 1
        if (calls === 1) throw new Error('at once')
        return options.run(items)
      },
    })
    await assert.rejects(join(1), /at once/)
    assert.equal(await join(2), 20)
  })

  test('a call beyond the bound is refused at once and affects no other call', async () => {
    const { begun, run } = heldRun()
    const join = batched({ run, maxWaiting: 2 })
    const first = join(1)
    await until(() => begun.length === 1)
    const waiting = [join(2), join(3)]
    await assert.rejects(join(4), overload)
    begun[0]?.finish()
    await first
    await until(() => begun.length === 2)
    const after = join(5)
    begun[1]?.finish()
    assert.deepEqual(await Promise.all(waiting), [20, 30])
    await until(() => begun.length === 3)
    begun[2]?.finish()
    assert.equal(await after, 50)
  })

  test('a member without an outcome fails, it is never left waiting', async () => {
    const join = batched({ run: async (items) => items.slice(1) })
    const settled = await Promise.allSettled([1, 2].map(join))
    assert.deepEqual(reasons(settled), [
      2,
      'Error: a batch returned fewer outcomes than it has items',
    ])
  })
})
