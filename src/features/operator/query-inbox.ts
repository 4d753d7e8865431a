import { z } from 'zod'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../access/operators/operator-endpoint.ts'
import { inboxId } from '../../base/ids.ts'
import { openBounds, openPageOf } from '../../base/page.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { oneOf, optional, text, timeOf } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { openPage, pageFields } from '../../http/lists.ts'
import { findEvent, type ListedEvent, listEvents, unpark } from '../../inbox/inbox.sql.ts'
import type { ById } from '../../operators/change-contracts.ts'
import type { Operator } from '../../operators/operators.sql.ts'
import { shownBody } from './shown-body.ts'

const states = ['pending', 'done', 'parked'] as const

export const ListInbox = z.object({
  state: optional(oneOf(states)),
  source: optional(text({ max: 100 })),
  ...pageFields,
})

const InboxEvent = z.object({
  id: z.int(),
  source: z.string(),
  key: z.string(),
  state: z.string().meta({ enum: states }),
  outcome: z.string().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  nextAt: z.iso.datetime().nullable(),
  receivedAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
})

/** The inbox is too large to count for a page. */
export const InboxEvents = openPage(InboxEvent)

export const InboxEventDetails = InboxEvent.extend({
  body: z.string().nullable().meta({
    description: 'What the provider sent, secrets and signatures taken out; null: unreadable.',
  }),
})

const shownEvent = (event: ListedEvent): z.input<typeof InboxEvent> => ({
  ...event,
  nextAt: timeOf(event.nextAt),
  receivedAt: event.receivedAt.toISOString(),
  appliedAt: timeOf(event.appliedAt),
})

/** Lists the events that providers sent, newest first. */
export async function showInbox(
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListInbox>,
): Promise<z.input<typeof InboxEvents>> {
  const filter = { state: input.state ?? null, source: input.source ?? null }
  const found = await listEvents(ctx.db, filter, openBounds(input))
  return openPageOf(found.map(shownEvent), input)
}

/** Returns an event with its body. The body shows a user's money, so the access is audited. */
export async function lookAtEvent(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof InboxEventDetails>> {
  const event = await findEvent(ctx.db, inboxId(id))
  if (event === null) return refuse('api.inbox_event_not_found')
  await noteLook(ctx, { action: 'inbox.look', operator, request }, { kind: 'inbox-event', id })
  return { ...shownEvent(event), body: event.encoding === 'utf8' ? shownBody(event.body) : null }
}

/** Makes a parked event due again; the leader applies it within a second. */
export const replayEvent = (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    if (!(await unpark(tx, inboxId(id)))) {
      const known = await findEvent({ read: tx }, inboxId(id))
      return refuse(known === null ? 'api.inbox_event_not_found' : 'api.inbox_event_not_parked')
    }
    const subject = { kind: 'inbox-event', id }
    const change = { subject, before: { state: 'parked' }, after: { state: 'pending' } }
    return audited(tx, by, change, undefined)
  })
