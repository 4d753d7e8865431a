import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Fields, fieldsIn } from '../../../../tests/json.ts'
import { httpContext } from '../../../../tests/make/http-context.ts'
import type { Clock } from '../../../base/clock.ts'
import { readJson } from '../../../base/values/read-json.ts'
import type { Frame } from '../../../platform/http/responses/frame-stream.ts'
import { liveLimits } from './live-limits.ts'
import { followMessages } from './live-market.ts'
import { MarketMessage, type MarketNews, marketChannel } from './market-message.ts'
import { messagesOf } from './publish-market.ts'

/** A manual clock; advancing it wakes callers whose sleep is over. */
function handClock() {
  let nowMs = 1_000_000
  const sleepers = new Set<Readonly<{ untilMs: number; wake: () => void }>>()
  const clock: Clock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleepers.add({ untilMs: nowMs + ms, wake: resolve })
        signal?.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      nowMs += Math.min(left, 1_000)
      for (const one of [...sleepers].filter(({ untilMs }) => untilMs <= nowMs)) {
        sleepers.delete(one)
        one.wake()
      }
      await new Promise(setImmediate)
    }
  }
  return { clock, pass }
}

/** Starts a node that receives the messages of this test. */
function startNode(t: TestContext) {
  const { clock, pass } = handClock()
  let receive = (_text: string): void => undefined
  const broadcast = {
    publish: async (_channel: string, _epoch: number, text: string) => receive(text),
    subscribe: (channel: string, listener: (text: string) => void) => {
      assert.equal(channel, marketChannel)
      receive = listener
    },
    close: async () => undefined,
  }
  const ctx = httpContext(t, { clock, broadcast })
  const market = followMessages(ctx, liveLimits)
  const publish = (news: readonly MarketNews[]) => {
    for (const text of messagesOf(news)) receive(text)
  }
  return { market, pass, publish, receive: (text: string) => receive(text) }
}

const ticker = {
  price: '100',
  bid: '99',
  ask: '101',
  change: '-5',
  changePercent: '-4.76',
  high: '110',
  low: '90',
  volume: '12.5',
  quoteVolume: '1250',
  time: Date.UTC(2026, 0, 1),
}
const candle = {
  openTime: 0,
  open: '1',
  high: '2',
  low: '1',
  close: '2',
  volume: '3',
  closeTime: 59_999,
  quoteVolume: '6',
  trades: 4,
  closed: false,
}
const newsOf = (txPair: string, change: Partial<MarketNews> = {}): MarketNews => ({
  txPair,
  ageMs: 0,
  ticker,
  book: null,
  trades: [],
  candles: [],
  ...change,
})
const priced = (price: string, txPair = 'BTC_IDR') =>
  newsOf(txPair, { ticker: { ...ticker, price } })

/** Returns a listener with the frames that it was sent. */
function listener() {
  const frames: Frame[] = []
  const look = { calls: 0 }
  const events = () =>
    frames
      .map(({ bytes }) => bytes.toString())
      .join('')
      .split('\n\n')
      .filter((block) => block !== '')
      .map((block): Fields => {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? []
        return { event, ...fieldsIn(data ?? '') }
      })
  return {
    frames,
    events,
    send: (frame: Frame) => frames.push(frame),
    look: () => {
      look.calls += 1
    },
  }
}

test('a listener gets a snapshot first: what is known of each pair, then changes alone', (t) => {
  const { market, publish } = startNode(t)
  publish([newsOf('BTC_IDR', { ageMs: 700, candles: [candle] })])
  const one = listener()
  market.join(['BTC_IDR', 'ETH_IDR'], one)
  const time = '2026-01-01T00:00:00.000Z'
  const [first, second, third] = one.events()
  const known = { ...ticker, time, ageMs: 700, stale: false }
  assert.deepEqual(first, { event: 'ticker', txPair: 'BTC_IDR', ...known })
  assert.deepEqual(second, { event: 'candle', txPair: 'BTC_IDR', interval: '1m', ...candle })
  assert.deepEqual([third?.['txPair'], third?.['price'], third?.['stale']], ['ETH_IDR', null, true])
  publish([newsOf('BTC_IDR', { candles: [candle] }), newsOf('XRP_IDR')])
  assert.equal(one.events().length, 3)
  publish([priced('102')])
  const last = one.events().slice(3)
  assert.deepEqual([last.length, last[0]?.['event'], last[0]?.['price']], [1, 'ticker', '102'])
})

test('the order book and the last trades are sent whole, as they change', (t) => {
  const { market, publish } = startNode(t)
  const book: MarketNews['book'] = { bids: [['99', '2']], asks: [['101', '0.5']] }
  const trade = { id: '7', price: '100', volume: '0.1', time: ticker.time, side: 'BUY' as const }
  publish([newsOf('BTC_IDR', { book, trades: [trade] })])
  const one = listener()
  market.join(['BTC_IDR'], one)
  publish([newsOf('BTC_IDR', { book, trades: [trade] })])
  const next = { ...trade, id: '8', side: 'SELL' as const }
  publish([newsOf('BTC_IDR', { book, trades: [next, trade] })])
  publish([newsOf('BTC_IDR', { book: { ...book, asks: [] }, trades: [next, trade] })])
  const bids = [{ price: '99', volume: '2' }]
  const asks = [{ price: '101', volume: '0.5' }]
  const shown = { ...trade, time: '2026-01-01T00:00:00.000Z' }
  assert.deepEqual(one.events().slice(1), [
    { event: 'depth', txPair: 'BTC_IDR', bids, asks },
    { event: 'trades', txPair: 'BTC_IDR', trades: [shown] },
    { event: 'trades', txPair: 'BTC_IDR', trades: [{ ...shown, id: '8', side: 'SELL' }, shown] },
    { event: 'depth', txPair: 'BTC_IDR', bids, asks: [] },
  ])
})

test('a candle that closed is sent in its last state, before the next one', (t) => {
  const { market, publish } = startNode(t)
  const one = listener()
  market.join(['BTC_IDR'], one)
  const closed = { ...candle, close: '5', closed: true }
  const next = { ...candle, openTime: 60_000 }
  publish([newsOf('BTC_IDR', { candles: [candle] })])
  publish([newsOf('BTC_IDR', { candles: [closed, next] })])
  publish([newsOf('BTC_IDR', { candles: [closed, next] })])
  const sent = one.events().filter(({ event }) => event === 'candle')
  assert.deepEqual(
    sent.map(({ openTime, closed }) => [openTime, closed]),
    [
      [0, false],
      [0, true],
      [60_000, false],
    ],
  )
})

test('listeners of the same pairs share each frame', (t) => {
  const { market, publish } = startNode(t)
  const all = [listener(), listener(), listener()]
  for (const one of all) market.join(['BTC_IDR'], one)
  const other = listener()
  market.join(['ETH_IDR'], other)
  publish([priced('102')])
  publish([priced('103')])
  const [first, ...others] = all
  assert.equal(first?.frames.length, 3)
  for (const { frames } of others) {
    assert.ok(frames.every((frame, at) => frame === first?.frames[at]))
  }
  assert.equal(other.frames.length, 1)
})

test('stale prices are reported once, and so is the first fresh one', async (t) => {
  const { market, pass, publish } = startNode(t)
  publish([newsOf('BTC_IDR')])
  const one = listener()
  market.join(['BTC_IDR'], one)
  await pass(4_000)
  assert.equal(one.frames.length, 1)
  await pass(2_000)
  const ages = () => one.events().map(({ stale, ageMs }) => [stale, ageMs])
  assert.deepEqual(ages(), [
    [false, 0],
    [true, 6_000],
  ])
  // The leader keeps running, but receives nothing from the venue.
  publish([newsOf('BTC_IDR', { ageMs: 7_000 })])
  await pass(1_000)
  assert.equal(one.frames.length, 2)
  publish([newsOf('BTC_IDR')])
  assert.deepEqual(ages().at(-1), [false, 0])
})

test('a price that the venue confirms without a change does not become stale', async (t) => {
  const { market, pass, publish } = startNode(t)
  publish([newsOf('BTC_IDR')])
  const one = listener()
  market.join(['BTC_IDR'], one)
  for (let seconds = 0; seconds < 14; seconds += 2) {
    await pass(2_000)
    publish([newsOf('BTC_IDR', { ticker: { ...ticker, time: ticker.time + seconds } })])
  }
  assert.equal(one.frames.length, 1)
})

test('a listener that got nothing for fifteen seconds gets a snapshot', async (t) => {
  const { market, pass } = startNode(t)
  const one = listener()
  market.join(['BTC_IDR'], one)
  await pass(14_000)
  assert.equal(one.frames.length, 1)
  await pass(2_000)
  assert.equal(one.frames.length, 2)
  assert.deepEqual(one.events()[0], one.events()[1])
})

test('unreadable messages are reported as such and change nothing', (t) => {
  const { market, publish, receive } = startNode(t)
  const one = listener()
  market.join(['BTC_IDR'], one)
  publish([priced('102')])
  for (const text of ['', '{', '{"news":[]}', '[{"txPair":"BTC_IDR"}]']) {
    assert.throws(() => receive(text))
  }
  publish([priced('103')])
  assert.deepEqual(
    one.events().map(({ price }) => price),
    [null, '102', '103'],
  )
})

test('a listener that left gets nothing more', (t) => {
  const { market, publish } = startNode(t)
  const one = listener()
  market.join(['BTC_IDR'], one)()
  publish([priced('102')])
  assert.equal(one.frames.length, 1)
})

test('updates of many pairs are split into messages that fit a notification', () => {
  const news = Array.from({ length: 100 }, (_, at) => newsOf(`A${at}_IDR`, { candles: [candle] }))
  const messages = messagesOf(news)
  assert.ok(messages.every((text) => Buffer.byteLength(text) <= 7_900))
  assert.deepEqual(
    messages.flatMap((text) => MarketMessage.parse(readJson(text))),
    news,
  )
  assert.deepEqual(messagesOf([]), [])
})
