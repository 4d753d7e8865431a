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
import { openStream, type StreamBounds } from './open-stream.ts'

const { get } = endpointsOf('Stream')

const description = `Server-Sent Events. The first one is \`start\`, with \`{"resumed": boolean}\`:
if it is false, read the shown lists again. \`start\` is sent again if too much changed at once.
Then \`balance\`, \`order\`, \`deposit\`, \`withdrawal\` and \`message\` follow: whenever an item of
the caller changes, the event carries its whole current state in the shape of its list
(\`/api/users/coins\` without terms, the histories of orders and of transfers,
\`/api/user-messages\`). The same state may be sent twice. To miss nothing, reconnect with the last
id as \`Last-Event-ID\`.`

const Start = z.object({ resumed: z.boolean() }).meta({ id: 'StreamStart' })

/** The endpoint that streams the caller's changes from these sources. */
export function streamEndpoints(
  sources: readonly ChangeSource[],
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
      run: (ctx, _input, caller, request) =>
        openStream(ctx, { ...roomOf(ctx), bounds }, caller, request),
      reply: eventStream(description, {
        start: Start,
        ...Object.assign({}, ...sources.map(({ events }) => events)),
      }),
      refusals: ['api.too_many_requests', 'api.service_unavailable'],
    }),
  ]
}
