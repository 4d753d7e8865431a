import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { activePair, shown, told } from './market.ts'
import type { AskHistory } from './trading-contracts.ts'

/** The candles of a pair, oldest first. */
export async function listCandles(
  ctx: Pick<Context, 'db' | 'log' | 'venue'>,
  { symbol, interval, startTime, endTime, limit }: z.output<typeof AskHistory>,
) {
  const { venueSymbol } = await activePair(ctx, symbol)
  const candles = told(
    ctx,
    await ctx.venue.candles({
      symbol: venueSymbol,
      interval,
      ...(startTime === undefined ? {} : { startTime }),
      ...(endTime === undefined ? {} : { endTime }),
      limit,
    }),
  )
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
