import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { eventually } from '../../../tests/harness.ts'
import { fieldsIn } from '../../../tests/json.ts'
import { systemClock } from '../../base/clock.ts'
import { systemRandom } from '../../base/secrets/crypto.ts'
import { listenToMarket } from './market-stream.ts'
import { venueLimits } from './venue-limits.ts'

/** A venue with the test's replies to requests, which sends the test's messages. */
async function startVenue(t: TestContext, reply: (id: unknown) => unknown) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  const requested: Record<string, unknown>[] = []
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const request = fieldsIn(data.toString())
      requested.push(request)
      socket.send(JSON.stringify(reply(request['id'])))
    }),
  )
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const send = (message: unknown) => {
    for (const client of server.clients) client.send(JSON.stringify(message))
  }
  return { requested, send, url: `ws://127.0.0.1:${address.port}/stream` }
}

function listen(t: TestContext, url: string) {
  const received: unknown[] = []
  const record = (event: unknown) => received.push(event)
  const stream = listenToMarket(
    url,
    ['BTCIDR', 'ETHIDR'],
    { onTicker: record, onDepth: record, onTrade: record, onCandle: record },
    {
      clock: systemClock,
      random: systemRandom,
      log: pino({ level: 'silent' }),
      bounds: { ...venueLimits.stream, backoff: { firstMs: 10, longestMs: 20 } },
    },
  )
  t.after(() => stream.close())
  return { stream, received }
}

const ticker = {
  e: '24hrTicker',
  E: 1_672_515_782_136,
  s: 'BTCIDR',
  p: '-0.00150000',
  P: '-2.500',
  c: '0.00250000',
  b: '0.00240000',
  a: '0.00000000',
  h: '0.00250000',
  l: '0.00100000',
  v: '10000.00000000',
  q: '18.00000000',
}
const trade = {
  ...{ e: 'trade', E: 1_672_515_782_136, s: 'BTCIDR', t: 12_345, p: '1.15', q: '100' },
  ...{ T: 1_672_515_782_130, m: true, M: true },
}
const candle = {
  ...{ t: 1_672_515_780_000, T: 1_672_515_839_999, s: 'BTCIDR', i: '1m', x: false },
  ...{ o: '0.0010', c: '0.0020', h: '0.0025', l: '0.0015', v: '1000', n: 100, q: '1.0000' },
}

test('tickers, depth, trades and candles are read with all their digits', async (t) => {
  const venue = await startVenue(t, (id) => ({ result: null, id }))
  const { stream, received } = listen(t, venue.url)
  await eventually('the subscription', async () => stream.isSubscribed())
  assert.deepEqual(
    venue.requested.map(({ params }) => params),
    ['depth20', 'trade', 'kline_1m', 'ticker'].map((kind) => [`btcidr@${kind}`, `ethidr@${kind}`]),
  )
  venue.send({ stream: 'btcidr@ticker', data: ticker })
  const [bids, asks] = [[['1.10', '3.5']], [['1.20', '0.5']]]
  venue.send({ stream: 'btcidr@depth20', data: { lastUpdateId: 1, bids, asks } })
  venue.send({ stream: 'btcidr@trade', data: trade })
  venue.send({ stream: 'btcidr@kline_1m', data: { e: 'kline', E: 1, s: 'BTCIDR', k: candle } })
  await eventually('all', async () => received.length === 4)
  assert.deepEqual(received, [
    {
      symbol: 'BTCIDR',
      price: '0.00250000',
      bid: '0.00240000',
      ask: null,
      change: '-0.00150000',
      changePercent: '-2.500',
      high: '0.00250000',
      low: '0.00100000',
      volume: '10000.00000000',
      quoteVolume: '18.00000000',
      time: 1_672_515_782_136,
    },
    {
      bids: [{ price: '1.10', quantity: '3.5' }],
      asks: [{ price: '1.20', quantity: '0.5' }],
      symbol: 'BTCIDR',
    },
    {
      symbol: 'BTCIDR',
      id: '12345',
      price: '1.15',
      quantity: '100',
      atMs: 1_672_515_782_130,
      isBuyerMaker: true,
    },
    {
      symbol: 'BTCIDR',
      openTime: 1_672_515_780_000,
      open: '0.0010',
      high: '0.0025',
      low: '0.0015',
      close: '0.0020',
      volume: '1000',
      closeTime: 1_672_515_839_999,
      quoteVolume: '1.0000',
      trades: 100,
      closed: false,
    },
  ])
})

test('events that do not fit are ignored, and end nothing', async (t) => {
  const venue = await startVenue(t, (id) => ({ result: null, id }))
  const { stream, received } = listen(t, venue.url)
  await eventually('the subscription', async () => stream.isSubscribed())
  venue.send({ stream: 'btcidr@ticker', data: { ...ticker, c: '0.00000000' } })
  venue.send({ stream: 'btcidr@ticker', data: { ...ticker, c: '1e500' } })
  venue.send({ stream: 'btcidr@depth20', data: ticker })
  venue.send({ stream: 'btcidr@ticker', data: ticker })
  await eventually('the last one', async () => received.length > 0)
  assert.equal(received.length, 1)
  assert.equal(stream.isSubscribed(), true)
})

test('a subscription that the venue confirmed in part does not count', async (t) => {
  const venue = await startVenue(t, (id) =>
    id === 'depth20' ? { id, error: { code: 2 } } : { result: null, id },
  )
  const { stream } = listen(t, venue.url)
  await eventually('another try', async () => venue.requested.length > 4)
  assert.equal(stream.isSubscribed(), false)
})
