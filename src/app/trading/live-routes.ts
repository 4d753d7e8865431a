import { keyedPermits } from '../../base/concurrency/semaphore.ts'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { anyone } from '../../platform/http/endpoint/admit.ts'
import { endpointsOf } from '../../platform/http/endpoint/endpoint.ts'
import { eventStream } from '../../platform/http/envelope.ts'
import { marketEvents, OpenMarketStream } from './live/live-contracts.ts'
import { type LiveBounds, liveLimits } from './live/live-limits.ts'
import { followMarket } from './live/live-market.ts'
import { openMarketStream } from './live/open-market-stream.ts'

const { get } = endpointsOf('Stream')

const description = `Server-Sent Events; no sign-in is needed. First come a \`ticker\` of each pair
and, if they are known, its order book (\`depth\`), its last \`trades\` and its running \`candle\`,
then each of them as it changes, within two seconds of the venue's report. Ticker, depth and trades
are of one moment. Earlier trades are in \`GET /api/exchange/venue/trades\`. A \`ticker\` with
\`stale\` says that the venue does not report any more; the next one without it, that it does again.
Each event is a whole state, so a reconnected app needs no \`Last-Event-ID\`. Without changes all of
it is sent again every ${liveLimits.quietMs / 1_000} seconds: an app that hears nothing for longer
should reconnect.`

export function marketStreamEndpoints(bounds: LiveBounds = liveLimits) {
  const permitsOf = perDatabase((_ctx: Pick<Context, 'db'>) => keyedPermits())
  return [
    get('/api/stream/market', {
      summary: 'Stream prices, order book, last trades and the running candle of pairs',
      operationId: 'openMarketStream',
      access: anyone,
      query: OpenMarketStream,
      run: (ctx, input, _caller, request) => {
        const shared = { market: followMarket(ctx), permits: permitsOf(ctx), bounds }
        return openMarketStream(ctx, shared, input, request)
      },
      reply: eventStream(description, marketEvents),
      refusals: [
        'api.trading_pair_does_not_exist',
        'api.market_data_unavailable',
        'api.too_many_requests',
        'api.service_unavailable',
      ],
    }),
  ]
}
