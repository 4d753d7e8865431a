import type { Context } from '../../context.ts'
import { subscriberNetworks } from '../../providers/webhooks/address-check.ts'
import { type PostWebhook, webhookPoster } from '../../providers/webhooks/post-webhook.ts'
import { isStreamAddress, natsPublisher } from '../../providers/webhooks/publish-to-nats.ts'

type PosterContext = Pick<Context, 'clock' | 'config'>

/** Returns a function that sends events to web addresses, and to streams of the NATS server. */
export function eventPoster(
  ctx: PosterContext,
): Readonly<{ post: PostWebhook; close: () => Promise<void> }> {
  const { natsUrl } = ctx.config
  const web = webhookPoster(subscriberNetworks(ctx.config), ctx)
  const stream = natsUrl === null ? null : natsPublisher(natsUrl, ctx)
  return {
    post: (request) => {
      if (!isStreamAddress(request.url)) return web.post(request)
      // A subscription remains if the setting is removed.
      if (stream === null) {
        return Promise.resolve({ kind: 'failed', reason: 'unreachable', tookMs: 0 })
      }
      return stream.post(request)
    },
    close: async () => {
      await Promise.all([web.close(), stream?.close()])
    },
  }
}
