import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import type { Ticker } from '../../../providers/venue/market-stream.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'

type StreamContext = Pick<Context, 'clock' | 'db'>

export type StreamedPrice = Ticker & Readonly<{ observedAt: Date }>
type ReceivedPrice = StreamedPrice & Readonly<{ receivedMs: number }>

const tickers = perDatabase((_ctx: StreamContext) => new Map<string, ReceivedPrice>())

/** Stores a symbol's price from the venue's stream. */
export function noteTicker(ctx: StreamContext, ticker: Ticker): void {
  const { clock } = ctx
  const received = { ...ticker, observedAt: clock.now(), receivedMs: clock.monotonicMs() }
  tickers(ctx).set(ticker.symbol, received)
}

/** Forgets all prices, since the stream has ended. */
export const forgetTickers = (ctx: StreamContext): void => tickers(ctx).clear()

/** Returns the symbols' last prices that the stream sent recently. */
export function streamedPrices(
  ctx: StreamContext,
  symbols: readonly string[],
): ReadonlyMap<string, StreamedPrice> {
  const received = tickers(ctx)
  const nowMs = ctx.clock.monotonicMs()
  return new Map(
    symbols.flatMap((symbol) => {
      const known = received.get(symbol)
      const isYoung = known !== undefined && nowMs - known.receivedMs <= venueLimits.streamedPriceMs
      return isYoung ? [[symbol, known] as const] : []
    }),
  )
}
