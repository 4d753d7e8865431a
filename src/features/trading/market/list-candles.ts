import type { Context } from '../../../context.ts'
import type { intervals } from '../trading-contracts.ts'
import { activePair, shown, told } from './market.ts'

type Asked = Readonly<{
  symbol: string
  interval: (typeof intervals)[number]
  startTime?: number | undefined
  endTime?: number | undefined
  limit: number
}>

/** The candles of a pair, oldest first. */
export async function listCandles(
  ctx: Pick<Context, 'db' | 'log' | 'venue'>,
  { symbol, interval, startTime, endTime, limit }: Asked,
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
