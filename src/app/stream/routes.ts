import { z } from 'zod'
import { keyedPermits } from '../../base/concurrency/semaphore.ts'
import type { Context } from '../../context.ts'
import type { ChangeSource } from '../../core/changes/change-source.ts'
import { streamLimits } from '../../core/changes/stream-limits.ts'
import { startWatching } from '../../core/changes/watch-changes.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { signedIn } from '../../platform/access/signed-in.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { eventStream } from '../../platform/http/envelope.ts'
import { type Feed, openStream, type StreamBounds } from './open-stream.ts'

const { get } = endpointsOf('Stream')

const description = `Server-Sent Events. The first one is \`start\`, with \`{"resumed": boolean}\`:
if it is false, read the shown lists again. \`start\` is sent again if too much changed at once.
Then \`balance\`, \`order\`, \`deposit\`, \`withdrawal\` and \`message\` follow: whenever an item of
the caller changes, the event carries its whole current state in the shape of its list
(\`/api/users/coins\` without terms, the histories of orders and of transfers,
\`/api/user-messages\`). The same state may be sent twice. To miss nothing, reconnect with the last
id as \`Last-Event-ID\`. With \`symbols\`, the events of \`/api/stream/market\` of these pairs are
among them, so that an app needs one connection; pairs that are not traded now have none.`

const Start = z.object({ resumed: z.boolean() }).meta({ id: 'StreamStart' })

type MarketFeed = Readonly<{
  query: z.ZodObject<{ symbols: z.ZodOptional<z.ZodType<readonly string[]>> }>
  events: Readonly<Record<string, z.ZodType>>
  feedOf: (ctx: Context, symbols: readonly string[]) => Promise<Feed>
}>

/** The endpoint that streams the caller's changes from these sources, and pairs of the market. */
export function streamEndpoints(
  sources: readonly ChangeSource[],
  market: MarketFeed,
  bounds: StreamBounds = streamLimits,
) {
  const roomOf = perDatabase((ctx: Pick<Context, 'clock' | 'db' | 'log'>) => ({
    watching: startWatching(ctx, sources, bounds.lookEveryMs),
    permits: keyedPermits(),
  }))
  return [
    get('/api/stream', {
      summary: "Stream the changes of the caller's data",
      operationId: 'openStream',
      access: signedIn,
      query: market.query,
      run: async (ctx, { symbols = [] }, caller, request) => {
        const feed = await market.feedOf(ctx, symbols)
        return openStream(ctx, { ...roomOf(ctx), bounds }, caller, request, feed)
      },
      reply: eventStream(description, {
        start: Start,
        ...Object.assign({}, ...sources.map(({ events }) => events)),
        ...market.events,
      }),
      refusals: ['api.too_many_requests', 'api.service_unavailable'],
    }),
  ]
}
