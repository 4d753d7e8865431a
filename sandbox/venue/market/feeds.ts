import { textOf } from '../amounts.ts'
import { type Books, bestOffers, offersOf } from '../books.ts'
import { type Market, markets } from '../markets.ts'
import type { Offer } from '../offers.ts'
import { candleAt } from './klines.ts'
import { aggregated } from './public-trades.ts'
import type { Bar } from './tape.ts'
import { dayTicker } from './tickers.ts'
import { gridOf } from './walk.ts'

/** The events that a stream sends now, and its position for the next time. */
type Push = Readonly<{ events: readonly unknown[]; seen: string }>
type Feed = (
  books: Books,
  market: Market,
  past: Readonly<{ seen: string | undefined; detail: string }>,
) => Push | null

function ticker(books: Books, market: Market): Push {
  const day = dayTicker(books, market)
  const event = {
    e: '24hrTicker',
    E: day.closeTime,
    s: day.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  }
  return { events: [event], seen: '' }
}

function miniTicker(books: Books, market: Market): Push {
  const day = dayTicker(books, market)
  const event = {
    e: '24hrMiniTicker',
    E: day.closeTime,
    s: day.symbol,
    c: day.lastPrice,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
  }
  return { events: [event], seen: '' }
}

const bookTicker: Feed = (books, market, { seen }) => {
  const { bidPrice: b, bidQty: B, askPrice: a, askQty: A } = bestOffers(books, market)
  const text = [b, B, a, A].join()
  const event = { u: books.lastId, s: market.symbol, b, B, a, A }
  return { events: text === seen ? [] : [event], seen: text }
}

const depthOf = ({ shown, quantity }: Offer) => [textOf(shown), textOf(quantity)]

/** The best levels of both sides, if they changed; the event does not name its symbol. */
const partialDepth =
  (suffix: '' | '@100ms'): Feed =>
  (books, market, { seen, detail }) => {
    const [, levels = '', speed = ''] = /^(5|10|20)(@100ms)?$/.exec(detail) ?? []
    if (levels === '' || speed !== suffix) return null
    const side = (taker: 'BUY' | 'SELL') =>
      offersOf(books, market, taker).slice(0, Number(levels)).map(depthOf)
    const shown = { bids: side('SELL'), asks: side('BUY') }
    const text = JSON.stringify(shown)
    const event = { lastUpdateId: books.lastId, ...shown }
    return { events: text === seen ? [] : [event], seen: text }
  }

/** Returns the trades after the one that was sent last; none the first time. */
function newPrints({ tape }: Books, { symbol }: Market, seen: string | undefined) {
  const after = Number(seen ?? tape.last(symbol).id)
  return tape.prints(symbol).filter(({ id }) => id > after)
}

const trade: Feed = (books, market, { seen }) => ({
  events: newPrints(books, market, seen).map((print) => ({
    e: 'trade',
    E: books.now(),
    s: market.symbol,
    t: print.id,
    p: textOf(print.price),
    q: textOf(print.quantity),
    T: print.time,
    m: print.isBuyerMaker,
    M: true,
  })),
  seen: `${books.tape.last(market.symbol).id}`,
})

const aggregateTrade: Feed = (books, market, { seen }) => {
  const events = aggregated(newPrints(books, market, seen)).map((one) => ({
    e: 'aggTrade',
    E: books.now(),
    s: market.symbol,
    ...one,
  }))
  return { events, seen: `${books.tape.last(market.symbol).id}` }
}

/** The current candle; if a new one has begun, also the previous one as closed. */
const kline: Feed = (books, market, { seen, detail }) => {
  const grid = gridOf(detail)
  if (grid === null) return { events: [], seen: '' }
  const nowMs = books.now()
  const openTime = grid.openingOf(nowMs)
  const before = Number(seen ?? openTime)
  const event = (from: number) => ({
    e: 'kline',
    E: nowMs,
    s: market.symbol,
    k: {
      ...candleObject(candleAt(books, market, { openTime: from, grid })),
      t: from,
      T: grid.endOf(from) - 1,
      s: market.symbol,
      i: detail,
      x: from < openTime,
    },
  })
  const opened = before < openTime ? [before, openTime] : [openTime]
  return { events: opened.map(event), seen: `${openTime}` }
}

const candleObject = (bar: Bar) => ({
  f: bar.lastId < bar.firstId ? -1 : bar.firstId,
  L: bar.lastId,
  o: textOf(bar.open),
  c: textOf(bar.close),
  h: textOf(bar.high),
  l: textOf(bar.low),
  v: textOf(bar.volume),
  n: bar.lastId - bar.firstId + 1,
  q: textOf(bar.quote),
  V: textOf(bar.takerBuyVolume),
  Q: textOf(bar.takerBuyQuote),
  B: '0',
})

/** Candles of one second are sent every second, others every two. */
const everySecond: Feed = (books, market, past) =>
  past.detail === '1s' ? kline(books, market, past) : null

const everyTwoSeconds: Feed = (books, market, past) =>
  past.detail === '1s' ? null : kline(books, market, past)

/** Streams that send once a second or every two, and streams that send changes. */
export const feeds = {
  eachSecond: new Map<string, Feed>([
    ['ticker', ticker],
    ['miniTicker', miniTicker],
    ['kline', everySecond],
    ['depth', partialDepth('')],
  ]),
  everyTwoSeconds: new Map<string, Feed>([['kline', everyTwoSeconds]]),
  asItChanges: new Map<string, Feed>([
    ['bookTicker', bookTicker],
    ['trade', trade],
    ['aggTrade', aggregateTrade],
    ['depth', partialDepth('@100ms')],
  ]),
}

/** Returns the events that the stream of this name sends now; null if it is none of these feeds. */
export function pushOf(
  books: Books,
  among: ReadonlyMap<string, Feed>,
  name: string,
  seen: string | undefined,
): Push | null {
  const [, symbol = '', kind = '', interval = '', levels = ''] =
    /^([a-z0-9]+)@([a-zA-Z]+)(?:_(\w+)|(\d+(?:@\w+)?))?$/.exec(name) ?? []
  const market = markets.get(symbol.toUpperCase())
  const feed = among.get(kind)
  return market === undefined || feed === undefined
    ? null
    : feed(books, market, { seen, detail: interval || levels })
}
