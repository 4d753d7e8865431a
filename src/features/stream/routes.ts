import { signedIn } from '../../access/signed-in.ts'
import { limits } from '../../base/limits.ts'
import { countedPlaces } from '../../base/places.ts'
import type { ChangeSource } from '../../changes/change-source.ts'
import { startWatching } from '../../changes/watch-changes.ts'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../database/per-database.ts'
import { endpoint } from '../../http/endpoint.ts'
import { eventStream } from '../../http/envelope.ts'
import { openStream, type StreamBounds } from './open-stream.ts'

const description = `Server-Sent Events. \`start\` comes first, with \`{"resumed": boolean}\`: where
it is false, read anew what you show; it comes again where too much changed at once. Then
\`balance\`, \`order\`, \`deposit\`, \`withdrawal\` and \`message\`, whenever one of the caller's
changed, each whole as it is now in the shape of its list (\`/api/users/coins\` without terms, the
histories of orders and of transfers, \`/api/user-messages\`). The same state may be told twice.
Connect again with the last id as \`Last-Event-ID\` and nothing is missed.`

/** The endpoint that streams the caller's changes from these sources. */
export function streamEndpoints(
  sources: readonly ChangeSource[],
  bounds: StreamBounds = limits.stream,
) {
  const roomOf = perDatabase((ctx: Pick<Context, 'clock' | 'db' | 'log'>) => ({
    watching: startWatching(ctx, sources, bounds.lookEveryMs),
    places: countedPlaces(),
  }))
  return [
    endpoint({
      method: 'GET',
      path: '/api/stream',
      tag: 'Stream',
      summary: "What changes of the caller's own, as it happens",
      access: signedIn,
      run: (ctx, _input, caller, request) =>
        openStream(ctx, { ...roomOf(ctx), bounds }, caller, request),
      reply: eventStream(description),
      refusals: ['api.too_many_requests', 'api.service_unavailable'],
    }),
  ]
}
