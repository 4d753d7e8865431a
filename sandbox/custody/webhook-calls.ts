import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Callback, Callbacks } from '../callbacks.ts'
import { jsonIn } from '../json-in.ts'
import { read } from '../refused.ts'
import type { Books } from './books.ts'
import type { IdempotentReplies } from './replies.ts'
import { found } from './transaction-calls.ts'
import { webhookPaths } from './webhooks.ts'

const Id = z.object({ id: z.string() })
const Resent = z.object({
  resendCreated: z.boolean().default(false),
  resendStatusUpdated: z.boolean().default(false),
})
const Event = z.object({ type: z.string(), data: z.looseObject({ id: z.string() }) })

type Desk = Readonly<{ books: Books; callbacks: Callbacks; replies: IdempotentReplies }>

/** Resends the older webhooks: all that were not acknowledged, or those of one transaction. */
export function mountWebhooks(api: FastifyInstance, { books, callbacks, replies }: Desk): void {
  const delivered = () =>
    callbacks.list({ provider: 'custody' }).filter(({ path }) => path === webhookPaths[1])
  const resend = (chosen: readonly Callback[]) => {
    for (const { id } of chosen) void callbacks.resend(id)
  }

  api.post('/webhooks/resend', (request, reply) =>
    replies.once(request, reply, () => {
      const missed = delivered().filter((one) => !wasTaken(one))
      resend(missed)
      return JSON.stringify({ messagesCount: missed.length })
    }),
  )
  api.post('/webhooks/resend/:id', (request, reply) =>
    replies.once(request, reply, () => {
      const { id } = found(books.transactions.get(read(Id, request.params).id))
      const { resendCreated, resendStatusUpdated } = read(Resent, request.body, '')
      const chosen = delivered().filter(({ body }) => {
        // Texts that were signed on demand may contain anything.
        const event = Event.safeParse(jsonIn(body)).data
        if (event?.data.id !== id) return false
        return event.type === 'TRANSACTION_CREATED' ? resendCreated : resendStatusUpdated
      })
      resend(chosen)
      return JSON.stringify({ success: true })
    }),
  )
}

const wasTaken = ({ attempts }: Callback): boolean =>
  attempts.some(({ status }) => status >= 200 && status < 300)
