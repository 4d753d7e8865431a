import { accountListener } from '../../app/trading/executions/account-listener.ts'
import { recordHeartbeat } from '../../app/trading/executions/heartbeat.ts'
import { followMarket } from '../../app/trading/live/live-market.ts'
import { publishMarket } from '../../app/trading/live/publish-market.ts'
import { subscribeMarket } from '../../app/trading/market/subscribe-market.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import type { Context } from '../../context.ts'
import type { Term } from '../../core/database/cluster/leader.ts'

type VenueStreamContext = Pick<
  Context,
  'broadcast' | 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'venue'
>
type OpenStreams = Readonly<{ close: () => Promise<void> }>

/**
 * Listens to the venue's streams of our account and of the market while this node leads, if they
 * are configured, and publishes the market to all nodes, which follow it. Returns a function that
 * stops it.
 */
export function runVenueStreams(ctx: VenueStreamContext): () => Promise<void> {
  let open: OpenStreams | null = null
  let followed: Term | null = null
  let changes: Promise<void> = Promise.resolve()
  const follow = (term: Term | null) => {
    changes = changes.then(async () => {
      // A leader that is trusted again goes on with its streams.
      if (open !== null && term === followed) return
      followed = term
      try {
        await open?.close()
        open = null
        open = term === null ? null : openStreams(ctx, term)
      } catch (error) {
        ctx.log.error(
          { err: error, provider: 'venue' },
          'the venue stream could not be started or stopped',
        )
      }
    })
  }
  if (ctx.config.venue.prices) followMarket(ctx)
  const off = ctx.leadership.onChange(follow)
  follow(ctx.leadership.current())
  return async () => {
    off()
    follow(null)
    await changes
  }
}

function openStreams(ctx: VenueStreamContext, term: Term): OpenStreams {
  const feed = publishMarket(ctx, term.epoch)
  const endMarket = subscribeMarket(ctx, feed)
  const account = openAccountStream(ctx, term)
  return {
    async close() {
      await Promise.all([endMarket(), feed.close(), account?.close()])
    },
  }
}

function openAccountStream(ctx: VenueStreamContext, term: Term): OpenStreams | null {
  const listener = accountListener(ctx, term)
  const stream = ctx.venue.listen(listener)
  if (stream === null) return null
  const stopping = new AbortController()
  // A subscribed stream is alive even if there are no events.
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      if (stream.isSubscribed()) recordHeartbeat(ctx)
      await ctx.clock.sleep(tradingLimits.listenEveryMs, stopping.signal)
    }
  })()
  return {
    async close() {
      stopping.abort()
      await watching
      await stream.close()
      await listener.end()
    },
  }
}
