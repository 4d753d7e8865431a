import type { Context } from '../../../context.ts'
import type { Interval } from './candle-span.rules.ts'
import { activePair, shown } from './market.ts'
import { readCandles } from './read-candles.ts'

type CandleQuery = Readonly<{
  symbol: string
  interval: Interval
  startTime?: number | undefined
  endTime?: number | undefined
  limit: number
}>

/** Lists a pair's candles, oldest first. */
export async function listCandles(
  ctx: Pick<Context, 'clock' | 'db' | 'log' | 'venue'>,
  { symbol, ...asked }: CandleQuery,
) {
  const { venueSymbol } = await activePair(ctx, symbol)
  const candles = await readCandles(ctx, { ...asked, symbol: venueSymbol })
  return candles.map((candle) => ({
    ...candle,
    open: shown(candle.open),
    high: shown(candle.high),
    low: shown(candle.low),
    close: shown(candle.close),
    volume: shown(candle.volume),
    quoteVolume: shown(candle.quoteVolume),
  }))
}
