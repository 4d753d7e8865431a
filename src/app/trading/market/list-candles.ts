import type { Context } from '../../../context.ts'
import { activePair, shown } from './market.ts'
import { type CandlesAsked, readCandles } from './read-candles.ts'

/** Lists a pair's candles, oldest first. */
export async function listCandles(
  ctx: Pick<Context, 'clock' | 'db' | 'log' | 'venue'>,
  { symbol, ...asked }: CandlesAsked,
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
