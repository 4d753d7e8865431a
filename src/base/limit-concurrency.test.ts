import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitConcurrency } from './limit-concurrency.ts'

const overloaded = () => new Error('overloaded')

/** Records when work ran; the test ends each piece of work itself. */
function bench(options: Readonly<{ atOnce: number | (() => number); waiting: number }>) {
  const turn = limitConcurrency({ ...options, overloaded })
  const started: string[] = []
  const endings = new Map<string, (failure?: Error) => void>()
  const start = (name: string) =>
    turn(() => {
      started.push(name)
      return new Promise<string>((resolve, reject) => {
        endings.set(name, (failure) => (failure === undefined ? resolve(name) : reject(failure)))
      })
    })
  return { turn, start, started, end: (name: string, why?: Error) => endings.get(name)?.(why) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many pieces of work run at once, the others in the order they came', async () => {
  const { start, started, end } = bench({ atOnce: 2, waiting: 10 })
  const all = ['a', 'b', 'c', 'd', 'e'].map(start)
  await settled()
  assert.deepEqual(started, ['a', 'b'])
  end('b')
  await settled()
  assert.deepEqual(started, ['a', 'b', 'c'])
  end('a')
  end('c')
  await settled()
  assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e'])
  end('d')
  end('e')
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e'])
})

test('of a number that changes, as many run as it says when one ends', async () => {
  let atOnce = 2
  const { start, started, end } = bench({ atOnce: () => atOnce, waiting: 10 })
  const all = ['a', 'b', 'c', 'd', 'e'].map(start)
  atOnce = 1
  end('a')
  await settled()
  assert.deepEqual(started, ['a', 'b'])
  atOnce = 3
  end('b')
  await settled()
  assert.deepEqual(started, ['a', 'b', 'c', 'd', 'e'])
  for (const name of ['c', 'd', 'e']) end(name)
  assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e'])
})

test('what comes when enough are waiting is refused at once and never runs', async () => {
  const { start, started, end } = bench({ atOnce: 1, waiting: 1 })
  const [first, second] = [start('a'), start('b')]
  await assert.rejects(start('c'), /overloaded/)
  end('a')
  await settled()
  const fourth = start('d')
  await assert.rejects(start('e'), /overloaded/)
  end('b')
  await settled()
  end('d')
  assert.deepEqual(await Promise.all([first, second, fourth]), ['a', 'b', 'd'])
  assert.deepEqual(started, ['a', 'b', 'd'])
})

test('work that fails, at once or later, hands its turn on and keeps its own reason', async () => {
  const { turn, start, started, end } = bench({ atOnce: 1, waiting: 5 })
  const failing = start('a')
  const throwing = turn(() => {
    throw new Error('at once')
  })
  const following = start('b')
  end('a', new Error('later'))
  await assert.rejects(failing, /later/)
  await assert.rejects(throwing, /at once/)
  await settled()
  assert.deepEqual(started, ['a', 'b'])
  end('b')
  assert.equal(await following, 'b')
})

test('after any number of turns no more and no fewer than before may run', async () => {
  const { turn } = bench({ atOnce: 3, waiting: 1_000 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await settled()
    running -= 1
  }
  for (let round = 0; round < 3; round += 1) {
    most = 0
    await Promise.all(Array.from({ length: 200 }, () => turn(work)))
    assert.equal(most, 3)
    assert.equal(running, 0)
  }
})
