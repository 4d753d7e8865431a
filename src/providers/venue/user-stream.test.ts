import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { pino } from 'pino'
import { eventually, type Rig, startRig, testSecrets } from '../../../sandbox/test-rig.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import type { SocketBounds } from './reconnecting-socket.ts'
import { selfTradeModes } from './symbol-states.ts'
import { connectVenue } from './venue.ts'
import type { VenueEvent } from './venue-events.ts'
import { venueLimits } from './venue-limits.ts'

let rig: Rig
before(async () => {
  rig = await startRig(1_000)
})
after(() => rig.close())
afterEach(() => rig.control('POST', '/reset'))

const quick: SocketBounds = {
  connectMs: 500,
  renewMs: 60_000,
  pingEveryMs: 20,
  silentMs: 200,
  backoff: { firstMs: 10, longestMs: 100 },
  closeMs: 500,
}

function listen(
  bounds: SocketBounds = quick,
  apiSecret = testSecrets.venueApiSecret,
  log = pino({ level: 'silent' }),
) {
  const venue = connectVenue(
    {
      baseUrl: `${rig.sandbox.url}/venue`,
      streamUrl: `${rig.sandbox.url.replace(/^http/, 'ws')}/venue/ws`,
      marketStreamUrl: null,
      apiKey: testSecrets.venueApiKey,
      apiSecret,
      webhookSecrets: [''],
      selfTradeModes,
      prices: false,
    },
    {
      clock: systemClock,
      log,
      random: systemRandom,
      stream: bounds,
    },
  )
  const received: VenueEvent[] = []
  let subscriptions = 0
  const stream = venue.listen({
    onEvents: (events) => received.push(...events),
    onSubscribed: () => {
      subscriptions += 1
    },
  })
  assert.ok(stream !== null)
  return { venue, stream, received, subscriptions: () => subscriptions }
}

const order = {
  symbol: 'BTCIDR',
  side: 'SELL',
  clientOrderId: 's-1',
  quantity: '0.01',
  price: '1600000000',
  rests: false,
} as const

const subscribed = async (line: ReturnType<typeof listen>, times = 1) =>
  eventually(() => line.subscriptions() >= times && line.stream.isSubscribed())

test('events of the account are read in order, until it is closed', async () => {
  const line = listen()
  await subscribed(line)
  await line.venue.placeOrder(order)
  await eventually(() => line.received.length === 2)
  const events = line.received.map((event) =>
    event.kind === 'execution' ? [event.report.execution, event.report.status] : [],
  )
  assert.deepEqual(events, [
    ['NEW', 'NEW'],
    ['TRADE', 'FILLED'],
  ])
  await line.stream.close()
  assert.equal(line.stream.isSubscribed(), false)
  await eventually(async () => {
    const { text } = await rig.control('GET', '/venue/stream')
    return text === '{"listeners":0}'
  })
  await line.venue.placeOrder({ ...order, clientOrderId: 's-2' })
  assert.equal(line.received.length, 2)
})

test('a lost or refused connection is reopened and reports it', async () => {
  const line = listen()
  await subscribed(line)
  await rig.control('POST', '/faults', {
    provider: 'venue',
    fault: 'error-500',
    path: '/ws',
    times: 2,
  })
  await rig.control('POST', '/venue/stream', { drop: true })
  await subscribed(line, 2)
  await line.stream.close()
})

test('a subscription that the venue ends is renewed', async () => {
  const line = listen()
  await subscribed(line)
  await rig.control('POST', '/venue/stream', { terminate: true })
  await subscribed(line, 2)
  await line.stream.close()
})

test('a connection that stays silent is closed', async () => {
  const line = listen()
  await subscribed(line)
  await rig.control('POST', '/venue/stream', { silent: true })
  await eventually(() => !line.stream.isSubscribed())
  await rig.control('POST', '/venue/stream', { silent: false })
  await subscribed(line, 2)
  await line.stream.close()
})

test('a connection is renewed before the venue ends it', async () => {
  const line = listen({ ...quick, renewMs: 100 })
  await subscribed(line, 3)
  await line.stream.close()
  assert.ok(venueLimits.stream.renewMs < 24 * 3_600_000)
})

test('a server that connects and stays silent blocks no other call', async () => {
  await rig.control('POST', '/faults', {
    provider: 'venue',
    fault: 'timeout',
    path: '/ws',
    times: 1,
  })
  const line = listen()
  await subscribed(line)
  await line.stream.close()
})

test('a client without permission to listen is refused every time, and reads nothing', async () => {
  const tries: string[] = []
  const log = pino({ level: 'warn' }, { write: (text) => void tries.push(text) })
  const line = listen(quick, 'another-secret', log)
  await eventually(() => tries.length >= 3)
  assert.deepEqual([line.subscriptions(), line.stream.isSubscribed()], [0, false])
  await line.stream.close()
})

test('a stream that can not be reached is closed at once all the same', async () => {
  await rig.control('POST', '/faults', { provider: 'venue', fault: 'drop-response', path: '/ws' })
  const line = listen({ ...quick, backoff: { firstMs: 60_000, longestMs: 60_000 } })
  await systemClock.sleep(100)
  const startedMs = systemClock.monotonicMs()
  await line.stream.close()
  assert.ok(systemClock.monotonicMs() - startedMs < 30_000)
})
