import { z } from 'zod'
import { decimal, field } from '../../../platform/http/contracts/contracts.ts'
import { inOurSpelling } from '../../../platform/http/contracts/pair-contract.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import { candleFields, txPair } from '../trading-contracts.ts'
import { liveLimits } from './live-limits.ts'
import type { PairBook, PairTrade } from './market-message.ts'

const names = `[A-Za-z0-9]{1,14}[-_/][A-Za-z0-9]{1,14}`
const pairsPattern = new RegExp(`^${names}(?:,${names}){0,${liveLimits.pairs - 1}}$`)

/** Names of pairs, separated by commas; each counts once, and their order does not matter. */
const pairNames = field(
  { type: 'string', pattern: pairsPattern.source, examples: ['BTC_IDR,ETH_IDR'] },
  (value, fail): readonly string[] =>
    typeof value === 'string' && pairsPattern.test(value)
      ? [...new Set(value.split(',').map(inOurSpelling))].toSorted()
      : fail('The :attribute field format is invalid.'),
)

export const OpenMarketStream = z.object({ symbols: pairNames })

/** What the caller's own stream takes: without pairs it has no events of the market. */
export const FollowPairs = z.object({ symbols: pairNames.optional() })

const figure = (description: string) => decimal.nullable().meta({ description })

export const MarketTicker = z
  .object({
    txPair: z.string(),
    price: figure('The last price; null until the venue reported the pair, like every figure.'),
    bid: figure('The best price of a buyer; null if there is none.'),
    ask: figure('The best price of a seller; null if there is none.'),
    change: figure('The change of the price within 24 hours.'),
    changePercent: figure('The same in percent.'),
    high: figure('The highest price of 24 hours.'),
    low: figure('The lowest price of 24 hours.'),
    volume: figure('The traded amount of 24 hours, in the first asset of the pair.'),
    quoteVolume: figure('The same in the second asset.'),
    time: z.iso.datetime().nullable().meta({ description: "The venue's time of the report." }),
    ageMs: z.int().nullable().meta({ description: 'Milliseconds from the report to this event.' }),
    stale: z.boolean().meta({
      description: `True if the venue reported nothing for ${liveLimits.staleMs / 1_000} seconds.`,
    }),
  })
  .meta({ id: 'MarketTicker' })

export const MarketCandle = z
  .object({
    txPair: z.string(),
    interval: z.literal(venueLimits.liveInterval),
    ...candleFields,
    closed: z.boolean().meta({ description: 'True in the last state of a candle.' }),
  })
  .meta({ id: 'MarketCandle' })

export const AskMarket = z.object({ symbol: txPair })

const Level = z
  .object({
    price: decimal,
    volume: decimal.meta({ description: 'On offer at this price, in the first asset.' }),
  })
  .meta({ id: 'DepthLevel' })

const levels = (description: string) => z.array(Level).readonly().meta({ description })

export const MarketDepth = z
  .object({
    txPair: z.string(),
    bids: levels(`The best ${venueLimits.liveLevels} prices of buyers, the highest first.`),
    asks: levels(`The best ${venueLimits.liveLevels} prices of sellers, the lowest first.`),
  })
  .meta({ id: 'MarketDepth' })

const Trade = z
  .object({
    id: z.string().meta({ description: "The venue's number, which grows with each trade." }),
    price: decimal,
    volume: decimal.meta({ description: 'In the first asset of the pair.' }),
    side: z.enum(['BUY', 'SELL']).meta({ description: 'What the later of its two orders did.' }),
    time: z.iso.datetime(),
  })
  .meta({ id: 'MarketTrade' })

export const MarketTrades = z
  .object({
    txPair: z.string(),
    trades: z
      .array(Trade)
      .readonly()
      .meta({ description: `The last trades, at most ${venueLimits.liveTrades}, newest first.` }),
  })
  .meta({ id: 'MarketTrades' })

export const marketEvents = {
  ticker: MarketTicker,
  depth: MarketDepth,
  trades: MarketTrades,
  candle: MarketCandle,
}

/** The levels of both sides as the API shows them. */
export const shownBook = ({ bids, asks }: PairBook) => ({
  bids: bids.map(levelOf),
  asks: asks.map(levelOf),
})

const levelOf = ([price, volume]: PairBook['bids'][number]) => ({ price, volume })

export const shownMarketTrade = ({ time, ...trade }: PairTrade): z.output<typeof Trade> => ({
  ...trade,
  time: new Date(time).toISOString(),
})
