import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fairSemaphore, type QueuePlace } from './fair-semaphore.ts'

const overloaded = () => new Error('overloaded')

const turn = (network: string, address = network, known = false): QueuePlace => ({
  network,
  address,
  known,
})

/** Records the order in which work ran; the test ends each piece of work itself. */
function bench(options: Readonly<{ atOnce?: number; waiting?: number; waitingKnown?: number }>) {
  const turns = fairSemaphore({ atOnce: 1, waiting: 10, waitingKnown: 10, ...options, overloaded })
  const started: string[] = []
  const endings: (() => void)[] = []
  const refused: string[] = []
  const start = (name: string, of: QueuePlace) => {
    const work = () => {
      started.push(name)
      return new Promise<void>((resolve) => endings.push(resolve))
    }
    void turns(of, work).catch(() => refused.push(name))
  }
  /** Ends running work one piece after the other until none is left. */
  const endAll = async () => {
    for (;;) {
      await settled()
      const end = endings.shift()
      if (end === undefined) return
      end()
    }
  }
  return { turns, start, started, refused, endAll }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('work of one network runs in order of arrival, with bounded concurrency', async () => {
  const { start, started, endAll } = bench({ atOnce: 2 })
  for (const name of ['a', 'b', 'c', 'd']) start(name, turn('one'))
  await settled()
  assert.deepEqual(started, ['a', 'b'])
  await endAll()
  assert.deepEqual(started, ['a', 'b', 'c', 'd'])
})

test('a network with few recent permits is next, however many others wait', async () => {
  const { start, started, endAll } = bench({})
  for (let piece = 0; piece < 5; piece += 1) start(`busy ${piece}`, turn('busy'))
  start('quiet', turn('quiet'))
  await endAll()
  assert.deepEqual(started.slice(0, 2), ['busy 0', 'quiet'])
  start('busy again', turn('busy'))
  start('busy and again', turn('busy'))
  start('new', turn('new'))
  await endAll()
  assert.deepEqual(started.slice(-3), ['busy again', 'new', 'busy and again'])
})

test('within a network, permits rotate over its addresses', async () => {
  const { start, started, endAll } = bench({})
  for (let piece = 0; piece < 3; piece += 1) start(`a ${piece}`, turn('net', 'a'))
  start('b', turn('net', 'b'))
  await endAll()
  assert.deepEqual(started, ['a 0', 'b', 'a 1', 'a 2'])
})

test('a new network displaces a request of the network with the most', async () => {
  const { turns, start, started, refused, endAll } = bench({ waiting: 4 })
  for (let piece = 0; piece < 5; piece += 1) start(`busy ${piece}`, turn('busy', `${piece % 2}`))
  await settled()
  assert.throws(() => turns.assertRoom(turn('busy', '0')), /overloaded/)
  turns.assertRoom(turn('new'))
  start('too much', turn('busy', '0'))
  await settled()
  assert.deepEqual(refused, ['too much'])
  start('new', turn('new'))
  await settled()
  assert.deepEqual(refused, ['too much', 'busy 4'], 'the newest of the greedier address')
  await endAll()
  assert.deepEqual(started.slice(0, 2), ['busy 0', 'new'])
})

test('among equals the newest request is refused, and none loses its place', async () => {
  const { start, refused, endAll } = bench({ waiting: 2 })
  for (const name of ['a', 'b', 'c', 'd']) start(name, turn(name))
  await settled()
  assert.deepEqual(refused, ['d'])
  await endAll()
  assert.deepEqual(refused, ['d'])
})

test('a heavily served network yields its place to an unserved one', async () => {
  const { start, refused, endAll } = bench({ waiting: 2 })
  for (const name of ['a', 'b', 'c']) start(name, turn(name))
  await endAll()
  for (const name of ['a', 'b', 'c']) start(`${name} again`, turn(name))
  start('honest', turn('honest'))
  await settled()
  assert.deepEqual(refused, ['c again'])
  await endAll()
})

test('places of known callers are reserved, and every second permit is theirs', async () => {
  const { start, started, refused, endAll } = bench({ waiting: 2, waitingKnown: 2 })
  start('first', turn('x'))
  for (let piece = 0; piece < 4; piece += 1) start(`stranger ${piece}`, turn(`net ${piece}`))
  for (let piece = 0; piece < 3; piece += 1) start(`known ${piece}`, turn('home', 'home', true))
  await settled()
  assert.deepEqual(refused, ['stranger 2', 'stranger 3', 'known 2'])
  await endAll()
  assert.deepEqual(started, ['first', 'known 0', 'stranger 0', 'known 1', 'stranger 1'])
})

test('past permits expire', async () => {
  const { start, started, endAll } = bench({ waiting: 1_000 })
  for (let piece = 0; piece < 40; piece += 1) start('old', turn('old'))
  await endAll()
  for (let piece = 0; piece < 600; piece += 1) start('other', turn(`net ${piece}`))
  await endAll()
  start('running', turn('running'))
  start('old first', turn('old'))
  start('new second', turn('new'))
  await endAll()
  assert.deepEqual(started.slice(-2), ['old first', 'new second'])
})

test('failing work releases its permit and keeps its own reason', async () => {
  const { turns } = bench({})
  const failing = turns(turn('a'), async () => {
    await settled()
    throw new Error('its own')
  })
  const following = turns(turn('b'), async () => 'done')
  await assert.rejects(failing, /its own/)
  assert.equal(await following, 'done')
})
