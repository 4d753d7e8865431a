import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyedPermits, semaphore } from './semaphore.ts'

const overloaded = () => new Error('overloaded')

/** Records when work ran; the test ends each piece of work itself. */
function bench(options: Parameters<typeof semaphore>[0]) {
  const { run: turn } = semaphore({ ...options, overloaded })
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

test('a bounded number of tasks runs at once, the others in order of arrival', async () => {
  const { start, started, end } = bench({ permits: 2, waiting: 10 })
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

test('a changing limit applies at the end of each task', async () => {
  let atOnce = 2
  const { start, started, end } = bench({ permits: () => atOnce, waiting: 10 })
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

test("a call beyond the queue's capacity is refused at once and never runs", async () => {
  const { start, started, end } = bench({ permits: 1, waiting: 1 })
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

test('failing work, at once or later, releases its permit and keeps its reason', async () => {
  const { turn, start, started, end } = bench({ permits: 1, waiting: 5 })
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

test('after any number of permits the same number may run as before', async () => {
  const { turn } = bench({ permits: 3, waiting: 1_000 })
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

const boundsOf = (user: string, network: string) => [
  { key: 'all', most: 4 },
  { key: user, most: 2 },
  { key: network, most: 3 },
]

test('a permit counts under each of its keys, and the first full key is named', () => {
  const keyed = keyedPermits()
  const first = keyed.take(boundsOf('a', 'x'))
  assert.ok(first.taken && keyed.take(boundsOf('a', 'x')).taken)
  assert.deepEqual(keyed.take(boundsOf('a', 'x')), { taken: false, full: 'a' })
  assert.ok(keyed.take(boundsOf('b', 'x')).taken)
  assert.deepEqual(keyed.take(boundsOf('b', 'x')), { taken: false, full: 'x' })
  assert.ok(keyed.take(boundsOf('b', 'y')).taken)
  assert.deepEqual(keyed.take(boundsOf('c', 'z')), { taken: false, full: 'all' })
})

test('a permit that was refused under one key counts under no other', () => {
  const keyed = keyedPermits()
  const [all, , network] = boundsOf('a', 'x')
  assert.ok(all !== undefined && network !== undefined)
  for (let n = 0; n < 10; n += 1) keyed.take([all, { key: 'a', most: 0 }, network])
  for (let n = 0; n < 3; n += 1) assert.ok(keyed.take([all, network]).taken)
})

test('a released permit is free for the next caller, once even if released again', () => {
  const keyed = keyedPermits()
  const one = [{ key: 'all', most: 2 }]
  const [first, second] = [keyed.take(one), keyed.take(one)]
  assert.ok(first.taken && second.taken)
  first.release()
  first.release()
  assert.ok(keyed.take(one).taken)
  assert.equal(keyed.take(one).taken, false)
})

test('a full key is overtaken by others, a full total is not', async () => {
  const { acquire } = semaphore({ permits: 4, permitsEach: 3, waiting: 10 })
  const given: string[] = []
  const take = async (name: string, key: string, weight: number) => {
    const release = await acquire({ key, weight })
    given.push(name)
    return release
  }
  const first = await take('first', 'a', 2)
  const waiting = [take('full key', 'a', 2), take('other key', 'b', 1)]
  await settled()
  assert.deepEqual(given, ['first', 'other key'])
  waiting.push(take('too much in total', 'c', 3), take('small', 'd', 1))
  await settled()
  assert.deepEqual(given, ['first', 'other key'])
  first?.()
  first?.()
  await settled()
  assert.deepEqual(given, ['first', 'other key', 'full key'])
  for (const release of await Promise.all(waiting.slice(0, 2))) release?.()
  await Promise.all(waiting)
  assert.deepEqual(given.slice(3), ['too much in total', 'small'])
})

test('a waiting caller that gives up is refused, and later ones proceed', async () => {
  const { acquire } = semaphore({ permits: 2, waiting: 10 })
  const first = await acquire()
  const over = Promise.withResolvers<void>()
  const large = acquire({ weight: 2, wait: (turn) => Promise.race([turn, over.promise]) })
  const small = acquire()
  over.resolve()
  assert.equal(await large, null)
  assert.notEqual(await small, null)
  first?.()
})

test('the waiting calls of one key are bounded, and others may still wait', async () => {
  const { acquire } = semaphore({ permits: 1, waiting: 3, waitingEach: 1 })
  const first = await acquire({ key: 'a' })
  const waiting = [acquire({ key: 'a' }), acquire({ key: 'b' })]
  assert.equal(await acquire({ key: 'a' }), null)
  first?.()
  for (const turn of waiting) (await turn)?.()
})
