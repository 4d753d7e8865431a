import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silent } from '../../../../tests/server.ts'
import { systemClock } from '../../../base/clock.ts'
import type { AppKeys } from '../../../base/secrets/app-keys.ts'
import { broadcastLimits } from '../database-limits.ts'
import { signedBroadcast } from './signed-broadcast.ts'

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A network of nodes; `wire` has all that was sent, and `send` reaches all nodes unsigned. */
function newNetwork(ofLeader = 1) {
  const leader = { epoch: ofLeader, reads: 0 }
  const wire: string[] = []
  const receivers: ((channel: string, text: string) => void)[] = []
  const time = { now: 1_000_000, monotonic: 0 }
  const clock = {
    ...systemClock,
    now: () => new Date(time.now),
    monotonicMs: () => time.monotonic,
  }

  async function send(text: string, channel = 'news'): Promise<void> {
    wire.push(text)
    for (const receive of receivers) receive(channel, text)
    await settled()
  }

  function join(keys: AppKeys = { appKeys: [first] }) {
    const received: string[] = []
    const refused: string[] = []
    const broadcast = signedBroadcast(
      {
        publish: (channel, text) => send(text, channel),
        subscribe: (channel, receive) => {
          receivers.push((to, text) => to === channel && receive(text))
        },
        close: async () => undefined,
      },
      {
        keys,
        readEpoch: async () => {
          leader.reads += 1
          return leader.epoch
        },
        onRefused: (reason) => refused.push(reason),
        log: silent,
        clock,
      },
    )
    broadcast.subscribe('news', (text) => {
      if (text === 'unreadable') throw new SyntaxError('not a text of this version')
      received.push(text)
    })
    return { broadcast, received, refused }
  }

  return { leader, wire, time, send, join }
}

test('a message that no node signed, or that was changed on its way, is refused', async () => {
  const { wire, send, join } = newNetwork()
  const node = join()
  await node.broadcast.publish('news', 1, 'price 100')
  const [signed = ''] = wire
  for (const forged of [
    '',
    'price 1',
    signed.replace('price 100', 'price 1'),
    signed.replace('.1.', '.2.'),
    signed.replace(/[^.]*/, 'A'.repeat(43)),
    signed.slice(1),
  ]) {
    await send(forged)
  }
  assert.deepEqual(node.received, ['price 100'])
  assert.deepEqual(node.refused, Array(6).fill('forged'))
})

test('a message is bound to its channel', async () => {
  const { wire, send, join } = newNetwork()
  const node = join()
  await node.broadcast.publish('other', 1, 'price 1')
  await send(wire[0] ?? '')
  assert.deepEqual([node.received, node.refused], [[], ['forged']])
})

test('a message that is sent again is refused, at once and after later ones', async () => {
  const { wire, send, join } = newNetwork()
  const node = join()
  await node.broadcast.publish('news', 1, 'price 100')
  await send(wire[0] ?? '')
  await node.broadcast.publish('news', 1, 'price 101')
  await send(wire[0] ?? '')
  assert.deepEqual(node.received, ['price 100', 'price 101'])
  assert.deepEqual(node.refused, ['outdated', 'outdated'])
})

test('only the leader of the database is believed, whichever epoch a message names', async () => {
  const { leader, wire, time, send, join } = newNetwork(7)
  const node = join()
  const other = join()
  await node.broadcast.publish('news', 7, 'of the seventh')
  await other.broadcast.publish('news', 500, 'of another history')
  await node.broadcast.publish('news', 7, 'still of the seventh')
  leader.epoch = 8
  time.monotonic += broadcastLimits.epochCacheMs + 1
  await other.broadcast.publish('news', 8, 'of the eighth')
  await send(wire[0] ?? '')
  await node.broadcast.publish('news', 7, 'of a deposed leader')
  const texts = ['of the seventh', 'still of the seventh', 'of the eighth']
  for (const { received, refused } of [node, other]) {
    assert.deepEqual(received, texts)
    assert.deepEqual(refused, Array(3).fill('outdated'))
  }
})

test('a leader that gets an epoch which a failover lost is heard at once', async () => {
  const { time, join } = newNetwork(8)
  const [before, after, listener] = [join(), join(), join()]
  for (const text of ['one', 'two', 'three']) await before.broadcast.publish('news', 8, text)
  time.now += 1_000
  await after.broadcast.publish('news', 8, 'of the next eighth')
  assert.deepEqual(listener.received, ['one', 'two', 'three', 'of the next eighth'])
})

test('a clock that is set back does not stop the messages of a leader', async () => {
  const { time, join } = newNetwork()
  const node = join()
  await node.broadcast.publish('news', 1, 'first')
  time.now -= 3_600_000
  await node.broadcast.publish('news', 1, 'second')
  assert.deepEqual(node.received, ['first', 'second'])
})

test('an unreadable text is counted, and the next ones arrive', async () => {
  const { join } = newNetwork()
  const node = join()
  await node.broadcast.publish('news', 1, 'unreadable')
  await node.broadcast.publish('news', 1, 'next')
  assert.deepEqual([node.received, node.refused], [['next'], ['unreadable']])
})

test('a flood of replays reads the epoch at most four times a second', async () => {
  const { leader, wire, time, send, join } = newNetwork(1)
  const node = join()
  await node.broadcast.publish('news', 1, 'old')
  leader.epoch = 2
  time.monotonic += broadcastLimits.epochCacheMs + 1
  await node.broadcast.publish('news', 2, 'new')
  leader.reads = 0
  for (let times = 0; times < 100; times += 1) {
    await send(wire[0] ?? '')
    time.monotonic += 10
  }
  assert.ok(leader.reads <= 4, `${leader.reads} reads`)
  assert.deepEqual(node.received, ['old', 'new'])
})

test('while the application key changes, nodes with either key first hear each other', async () => {
  const { time, join } = newNetwork()
  const before = join({ appKeys: [first, second] })
  const after = join({ appKeys: [second, first] })
  const stranger = join({ appKeys: [Buffer.alloc(32, 3)] })
  await before.broadcast.publish('news', 1, 'by the first')
  time.now += 1
  await after.broadcast.publish('news', 1, 'by the second')
  for (const { received } of [before, after]) {
    assert.deepEqual(received, ['by the first', 'by the second'])
  }
  assert.deepEqual(stranger.refused, ['forged', 'forged'])
})
