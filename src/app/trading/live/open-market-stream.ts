import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { KeyedPermits } from '../../../base/concurrency/semaphore.ts'
import { refuse } from '../../../base/refusal.ts'
import { ownerNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import type { OpenAnswer } from '../../../platform/http/envelope.ts'
import { FrameStream } from '../../../platform/http/responses/frame-stream.ts'
import { retryHint } from '../../../platform/http/responses/server-sent-events.ts'
import { tradedNow } from '../market/market.ts'
import { readTradingTerms } from '../trading-terms.ts'
import type { OpenMarketStream } from './live-contracts.ts'
import type { LiveBounds } from './live-limits.ts'
import type { LiveMarket } from './live-market.ts'

/** State that all market streams of a node share. */
export type MarketStreamShared = Readonly<{
  market: LiveMarket
  permits: KeyedPermits
  bounds: LiveBounds
}>

type StreamContext = Pick<Context, 'answers' | 'clock' | 'config' | 'db' | 'random'>

/**
 * Streams pairs of the market until the app disconnects or reads too slowly, or the longest time is
 * over. All apps with the same pairs get the same bytes.
 */
export async function openMarketStream(
  ctx: StreamContext,
  { market, permits, bounds }: MarketStreamShared,
  { symbols }: z.output<typeof OpenMarketStream>,
  request: HttpRequest,
): Promise<OpenAnswer> {
  const { prices, marketStreamUrl } = ctx.config.venue
  if (!prices || marketStreamUrl === null) return refuse('api.market_data_unavailable')
  const { pairs } = await readTradingTerms(ctx)
  const txPairs = symbols.map((name) => tradedNow(pairs.get(name)).txPair)
  if (request.method === 'HEAD') return { stream: Readable.from([]), end: () => undefined }
  const permit = permits.take([
    { key: 'all', most: bounds.listeners },
    { key: `network:${ownerNetworkOf(request.ip)}`, most: bounds.listenersOfNetwork },
  ])
  if (!permit.taken) {
    return refuse(permit.full === 'all' ? 'api.service_unavailable' : 'api.too_many_requests')
  }
  const stream = new FrameStream()
  const untilMs = ctx.clock.monotonicMs() + bounds.openMs
  const leave = market.join(txPairs, {
    send: (frame) => {
      stream.send(frame)
      if (stream.unreadBytes > bounds.unreadBytes) stream.destroy()
    },
    look: () => {
      if (ctx.clock.monotonicMs() >= untilMs) end()
    },
  })
  let isEnded = false
  const stop = () => {
    if (isEnded) return false
    isEnded = true
    leave()
    permit.release()
    return true
  }
  const end = () => {
    if (stop()) stream.finish(retryHint(ctx, bounds))
  }
  stream.once('close', stop)
  return { stream, end }
}
