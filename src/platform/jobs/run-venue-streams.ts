import { hearStream } from '../../app/trading/executions/account-listener.ts'
import { noteHeard } from '../../app/trading/executions/heartbeat.ts'
import { followMarket } from '../../app/trading/live/live-market.ts'
import { publishMarket } from '../../app/trading/live/publish-market.ts'
import { hearMarket } from '../../app/trading/market/subscribe-market.ts'
import { tradingLimits } from '../../app/trading/trading-limits.ts'
import type { Context } from '../../context.ts'
import type { Term } from '../../core/database/cluster/leader.ts'

type HoldContext = Pick<
  Context,
  'broadcast' | 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'venue'
>
type Held = Readonly<{ close: () => Promise<void> }>

/**
 * Listens to the venue's streams of our account and of the market while this node leads, if they
 * are configured, and publishes the market to all nodes, which follow it. Returns a function that
 * stops it.
 */
export function holdVenueStream(ctx: HoldContext): () => Promise<void> {
  let held: Held | null = null
  let changes: Promise<void> = Promise.resolve()
  const follow = (term: Term | null) => {
    changes = changes.then(async () => {
      try {
        await held?.close()
        held = term === null ? null : hold(ctx, term)
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

function hold(ctx: HoldContext, term: Term): Held {
  const feed = publishMarket(ctx, term.epoch)
  const endMarket = hearMarket(ctx, feed)
  const account = holdAccount(ctx, term)
  return {
    async close() {
      await Promise.all([endMarket(), feed.close(), account?.close()])
    },
  }
}

function holdAccount(ctx: HoldContext, term: Term): Held | null {
  const hearing = hearStream(ctx, term)
  const stream = ctx.venue.listen(hearing)
  if (stream === null) return null
  const stopping = new AbortController()
  // A subscribed stream counts as heard even if there are no events.
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      if (stream.isSubscribed()) noteHeard(ctx)
      await ctx.clock.sleep(tradingLimits.listenEveryMs, stopping.signal)
    }
  })()
  return {
    async close() {
      stopping.abort()
      await watching
      await stream.close()
      await hearing.end()
    },
  }
}
