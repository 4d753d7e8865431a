import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { Term } from '../database/leader.ts'
import { hearStream } from '../features/trading/executions/hear-stream.ts'
import { noteHeard } from '../features/trading/executions/heard.ts'
import { hearMarket } from '../features/trading/market/hear-market.ts'

type HoldContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'venue'>
type Held = Readonly<{ close: () => Promise<void> }>

/**
 * Listens to the venue's streams of our account and of the market while this node leads, if they
 * are configured. Returns a function that stops it.
 */
export function holdVenueStream(ctx: HoldContext): () => Promise<void> {
  let held: Held | null = null
  let turns: Promise<void> = Promise.resolve()
  const turnTo = (term: Term | null) => {
    turns = turns.then(async () => {
      try {
        await held?.close()
        held = term === null ? null : hold(ctx, term)
      } catch (error) {
        ctx.log.error({ err: error, provider: 'venue' }, 'the stream could not be turned to')
      }
    })
  }
  const off = ctx.leadership.onChange(turnTo)
  turnTo(ctx.leadership.current())
  return async () => {
    off()
    turnTo(null)
    await turns
  }
}

function hold(ctx: HoldContext, term: Term): Held {
  const endMarket = hearMarket(ctx)
  const account = holdAccount(ctx, term)
  return {
    async close() {
      await Promise.all([endMarket(), account?.close()])
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
      await ctx.clock.sleep(limits.trading.listenEveryMs, stopping.signal)
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
