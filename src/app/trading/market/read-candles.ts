import { cachedCalls } from '../../../base/concurrency/cache.ts'
import type { Context } from '../../../context.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { venueLimits } from '../../../providers/venue/venue-limits.ts'
import type { VenueCandle } from '../../../providers/venue/venue-objects.ts'
import { type CandlePage, type Interval, pageAt } from './candle-span.rules.ts'
import { acceptedValue } from './market.ts'

type CandleContext = Pick<Context, 'clock' | 'db' | 'log' | 'venue'>

type ReadCandlePage = CandlePage & Readonly<{ candles: readonly VenueCandle[] }>

const { candlesAPage, candlePages, candlePageReads, openPageMs, closedPageMs } = venueLimits

const readingsOf = perDatabase(({ clock }: CandleContext) =>
  cachedCalls<ReadCandlePage>({ entries: candlePages, maxAgeMs: closedPageMs, clock }),
)

export type CandlesAsked = Readonly<{
  symbol: string
  interval: Interval
  startTime?: number | undefined
  endTime?: number | undefined
  limit: number
}>

/**
 * Returns the first candles from a start, or the last ones up to an end. They are cut from fixed
 * pages that all callers share, so each page is read from the venue once per lifetime, whatever
 * ranges are requested. Refuses if the venue does not return them.
 */
export function readCandles(
  ctx: CandleContext,
  asked: CandlesAsked,
): Promise<readonly VenueCandle[]> {
  const nowMs = ctx.clock.now().getTime()
  const untilMs = Math.min(asked.endTime ?? nowMs, nowMs)
  const { startTime } = asked
  if (startTime === undefined) return readBackward(ctx, asked, untilMs)
  return startTime > untilMs ? Promise.resolve([]) : readForward(ctx, asked, startTime, untilMs)
}

async function readForward(
  ctx: CandleContext,
  asked: CandlesAsked,
  startMs: number,
  untilMs: number,
): Promise<readonly VenueCandle[]> {
  const found: VenueCandle[] = []
  let fromMs = startMs
  for (let read = 0; read < candlePageReads; read += 1) {
    const { candles, endMs } = await pageOf(ctx, asked, fromMs)
    const toMs = Math.min(endMs - 1, untilMs)
    found.push(...candles.filter(({ openTime }) => openTime >= fromMs && openTime <= toMs))
    // If candles are missing, as before a market began, a page extends beyond its end. What is
    // beyond may be open, and is read in its own page.
    fromMs = candles.find(({ openTime }) => openTime >= endMs)?.openTime ?? endMs
    if (found.length >= asked.limit || fromMs > untilMs || candles.length === 0) break
  }
  return found.slice(0, asked.limit)
}

async function readBackward(
  ctx: CandleContext,
  asked: CandlesAsked,
  untilMs: number,
): Promise<readonly VenueCandle[]> {
  let found: readonly VenueCandle[] = []
  let atMs = untilMs
  let beforeMs = untilMs + 1
  for (let read = 0; read < candlePageReads; read += 1) {
    const { candles, startMs } = await pageOf(ctx, asked, atMs)
    const fresh = candles.filter(({ openTime }) => openTime < beforeMs)
    found = [...fresh, ...found]
    beforeMs = fresh[0]?.openTime ?? beforeMs
    atMs = startMs - 1
    if (found.length >= asked.limit || atMs < 0) break
  }
  return found.slice(-asked.limit)
}

/** Returns the page of a time, read once for all callers. A failure is not cached. */
function pageOf(
  ctx: CandleContext,
  { symbol, interval }: CandlesAsked,
  timeMs: number,
): Promise<ReadCandlePage> {
  const at = pageAt(interval, timeMs)
  const key = `${symbol} ${interval} ${at.startMs}`
  const isClosed = at.endMs + venueLimits.candleSettledMs <= ctx.clock.now().getTime()
  const maxAgeMs = isClosed ? closedPageMs : openPageMs
  return readingsOf(ctx)(key, () => queryPage(ctx, { symbol, interval }, at), maxAgeMs)
}

async function queryPage(
  ctx: CandleContext,
  asked: Pick<CandlesAsked, 'symbol' | 'interval'>,
  at: CandlePage,
): Promise<ReadCandlePage> {
  const answer = await ctx.venue.candles({ ...asked, startTime: at.startMs, limit: candlesAPage })
  return { ...at, candles: acceptedValue(ctx, answer) }
}
