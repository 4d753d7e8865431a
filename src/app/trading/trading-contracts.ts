import { z } from 'zod'
import { orderNo } from '../../base/values/ids.ts'
import { listLimits } from '../../base/values/list-limits.ts'
import { Listing } from '../../core/reference/listing-contract.ts'
import {
  decimal,
  integer,
  moment,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../platform/http/contracts/contracts.ts'
import { pageFields, sortFields } from '../../platform/http/contracts/lists.ts'
import { pairName } from '../../platform/http/contracts/pair-contract.ts'
import { venueLimits } from '../../providers/venue/venue-limits.ts'

export const txPair = pairName({ max: 30 })

export const orderNumber = text({ max: 36 }).transform(orderNo)

export const orderSides = ['BUY', 'SELL'] as const
export const orderTypes = ['LIMIT', 'MARKET'] as const

export const intervals = [
  '1s',
  '1m',
  '3m',
  '5m',
  '15m',
  '30m',
  '1h',
  '2h',
  '4h',
  '6h',
  '8h',
  '12h',
  '1d',
  '3d',
  '1w',
  '1M',
] as const

export const AskExchangeInfo = z.object({ symbol: optional(txPair) })

/**
 * Queries candles, or trades if there is no interval. Parameters that mean nothing for candles are
 * refused, since candles are cached per query for all callers.
 */
export const AskHistory = z
  .object({
    symbol: optional(txPair),
    interval: optional(oneOf(intervals)),
    startTime: optional(moment),
    endTime: optional(moment),
    limit: withDefault(integer({ min: 1, max: venueLimits.candles }), 500),
    txPair: optional(txPair),
    side: optional(oneOf(orderSides)),
    order_no: optional(orderNumber),
    orderNo: optional(orderNumber),
    ...pageFields,
    ...sortFields(['createdAt']),
  })
  .superRefine((asked, context) => {
    if (asked.interval === undefined) return
    const fail = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message })
    if (asked.symbol === undefined) fail('symbol', 'The :attribute field is required.')
    for (const [name, unset] of Object.entries(ofTradesAlone)) {
      if (Reflect.get(asked, name) !== unset) fail(name, 'The :attribute field is prohibited.')
    }
  })

/** Parameters that only trades have, with their defaults. */
const ofTradesAlone = {
  txPair: undefined,
  side: undefined,
  order_no: undefined,
  orderNo: undefined,
  per_page: listLimits.defaultItems,
  page: 1,
  sort: 'desc',
}

export const ExchangeInfo = z
  .object({
    symbols: z
      .array(
        z
          .object({
            txPair: z.string(),
            symbol: z.string(),
            status: z.string(),
            baseAsset: z.string(),
            quoteAsset: z.string(),
            orderTypes: z.array(z.string()).readonly(),
            filters: z
              .array(z.record(z.string(), z.union([z.string(), z.boolean()])).readonly())
              .readonly(),
          })
          .meta({ id: 'VenueSymbol' }),
      )
      .readonly(),
  })
  .meta({ id: 'ExchangeInfo' })

export const TradingConfig = z
  .object({
    sides: z.array(z.string()).readonly(),
    orderTypes: z.array(z.string()).readonly(),
    intervals: z.array(z.string()).readonly(),
    pairs: z
      .array(
        z
          .object({
            txPair: z.string(),
            symbol: z.string(),
            baseAsset: z.string(),
            quoteAsset: z.string(),
            category: z.string(),
            priceTick: decimal,
            volumeStep: decimal,
            minVolume: decimal,
            maxVolume: decimal,
            maxMarketVolume: decimal,
            minAmount: decimal,
            maxAmount: decimal,
            buyFee: decimal,
            sellFee: decimal,
            openSides: z
              .array(z.enum(orderSides))
              .readonly()
              .meta({ description: 'The sides that are traded now.' }),
            /** Its own, or that of the one of its assets that limits it. */
            listing: Listing,
          })
          .meta({ id: 'Pair' }),
      )
      .readonly(),
  })
  .meta({ id: 'TradingConfig' })

export const VenueTime = z.object({ serverTime: z.int(), time: z.date() }).meta({ id: 'VenueTime' })

export const Symbols = z
  .array(
    z
      .object({
        txPair: z.string(),
        symbol: z.string(),
        baseAsset: z.string(),
        quoteAsset: z.string(),
        price: decimal,
        bid: decimal.nullable(),
        ask: decimal.nullable(),
      })
      .meta({ id: 'PairPrice' }),
  )
  .readonly()

export const candleFields = {
  openTime: z.int(),
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  closeTime: z.int(),
  quoteVolume: decimal,
  trades: z.int(),
}

export const Candles = z.array(z.object(candleFields).meta({ id: 'Candle' })).readonly()
