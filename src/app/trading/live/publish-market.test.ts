import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { eventually } from '../../../../tests/harness.ts'
import { setLimits } from '../../../../tests/make/set-limits.ts'
import { systemClock } from '../../../base/clock.ts'
import { readJson } from '../../../base/values/read-json.ts'
import { liveLimits } from './live-limits.ts'
import { MarketMessage, type MarketNews } from './market-message.ts'
import { publishMarket } from './publish-market.ts'

/** Starts a leader that publishes a pair; `next` waits for news of it. */
function startLeader(t: TestContext) {
  setLimits(t, liveLimits, { tellEveryMs: 20 })
  const published: MarketNews[] = []
  const broadcast = {
    publish: async (_channel: string, _epoch: number, text: string) => {
      published.push(...MarketMessage.parse(readJson(text)))
    },
    subscribe: () => undefined,
    close: async () => undefined,
  }
  const feed = publishMarket({ broadcast, clock: systemClock, log: pino({ level: 'silent' }) }, 1)
  t.after(() => feed.close())
  feed.follow([{ txPair: 'BTC_IDR', venueSymbol: 'BTCIDR' }])
  const next = (isWanted: (news: MarketNews) => boolean) =>
    eventually('the news', async () => published.find(isWanted))
  return { feed, next }
}

const symbol = 'BTCIDR'
const ticker = {
  symbol,
  price: '100.0',
  bid: '97.0',
  ask: '103.0',
  change: '1',
  changePercent: '1',
  high: '110',
  low: '90',
  volume: '12.5',
  quoteVolume: '1250',
  time: 1_000,
}
const trade = (id: number, price = '100.0', atMs = 900) => ({
  ...{ symbol, id: `${id}`, price, quantity: '0.50', atMs, isBuyerMaker: id % 2 === 0 },
})
const idsOf = ({ trades }: MarketNews) => trades.map(({ id }) => id)

test('ticker, order book and last trades are of the moment of the ticker', async (t) => {
  const { feed, next } = startLeader(t)
  feed.onTrade(trade(7))
  const levels = (price: string) => [{ price, quantity: '2.50' }]
  feed.onDepth({ symbol, bids: levels('99.0'), asks: levels('101.0') })
  feed.onTicker(ticker)
  // These belong to the next ticker.
  feed.onTrade(trade(8, '101.0', 1_500))
  feed.onDepth({ symbol, bids: levels('100.0'), asks: [] })
  const first = await next(({ book }) => book !== null)
  assert.deepEqual(first.book, { bids: [['99', '2.5']], asks: [['101', '2.5']] })
  assert.deepEqual([first.ticker.bid, first.ticker.ask], ['99', '101'])
  assert.deepEqual(first.trades, [{ id: '7', price: '100', volume: '0.5', time: 900, side: 'BUY' }])
  feed.onTicker({ ...ticker, price: '101.0', time: 2_000 })
  const second = await next((news) => news.trades.length === 2)
  assert.equal(second.trades[0]?.price, second.ticker.price)
  assert.deepEqual([second.ticker.bid, second.ticker.ask], ['100', null])
})

test('the trades begin again after a gap, and an old one changes nothing', async (t) => {
  const { feed, next } = startLeader(t)
  for (const id of [7, 8, 8, 6]) feed.onTrade(trade(id))
  feed.onTicker(ticker)
  assert.deepEqual(idsOf(await next(({ trades }) => trades.length > 0)), ['8', '7'])
  feed.onTrade(trade(10))
  feed.onTicker(ticker)
  assert.deepEqual(idsOf(await next((news) => news.trades[0]?.id === '10')), ['10'])
  for (let id = 11; id <= 60; id += 1) feed.onTrade(trade(id))
  feed.onTicker(ticker)
  const last = await next((news) => news.trades[0]?.id === '60')
  assert.deepEqual([idsOf(last).length, idsOf(last).at(-1)], [20, '41'])
})
