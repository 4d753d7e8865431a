import type { Context } from '../../context.ts'
import type { PostWebhook } from '../../providers/webhooks/post-webhook.ts'
import type { EventAttempt } from './deliveries.sql.ts'
import type { EventMessage } from './event-form.ts'
import { openKeys, signedHeaders } from './signing.ts'
import type { Subscription } from './subscriptions.sql.ts'

export type SendEventContext = Pick<Context, 'clock' | 'config'> & Readonly<{ post: PostWebhook }>

/** Sends one event, signed for this attempt; any response of 200 to 299 accepts it. */
export async function sendEvent(
  ctx: SendEventContext,
  { url, sealedKeys, sealedFormer, formerUntil }: Subscription,
  message: EventMessage,
): Promise<EventAttempt> {
  const at = ctx.clock.now()
  const former = sealedFormer !== null && formerUntil !== null && formerUntil > at
  const sealed = former ? [sealedKeys, sealedFormer] : [sealedKeys]
  const keys = sealed.map((one) => openKeys(ctx.config, one))
  const payload = JSON.stringify(message)
  const headers = signedHeaders(keys, { id: message.id, at, body: payload })
  const result = await ctx.post({ url, type: message.type, headers, body: payload })
  const common = {
    position: message.position === 0 ? null : message.position,
    type: message.type,
    at,
    tookMs: result.tookMs,
    payload,
  }
  if (result.kind === 'failed') {
    const { reason } = result
    return { ...common, outcome: 'failed', status: null, response: null, reason }
  }
  const { status, text } = result
  const outcome = status >= 200 && status < 300 ? 'delivered' : 'refused'
  return { ...common, outcome, status, response: text, reason: null }
}
