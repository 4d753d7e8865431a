import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { CursorPage } from '../../base/values/cursor.ts'
import { eventId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { listAgreements } from '../../core/decisions/agreements.sql.ts'
import {
  bytesOf,
  findEvent,
  isUnreadable,
  listEvents,
  unpark,
  unparkAll,
} from '../../core/inbox/inbox.sql.ts'
import { inboxLimits } from '../../core/inbox/inbox-limits.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { mayActAs } from '../../core/operators/roles.ts'
import { type ById, reason } from '../../platform/access/operators/change-contracts.ts'
import {
  type Audited,
  audited,
  noteLook,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { isoTime, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { spanFields } from '../../platform/http/contracts/list-filters.ts'
import { cursorFields } from '../../platform/http/contracts/lists.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { explainEvent, explainedEvent } from './explain-event.ts'
import { escapedBytes, shownBody } from './shown-body.ts'

const states = ['pending', 'done', 'parked'] as const

export const ListInbox = z.object({
  state: optional(oneOf(states)),
  source: optional(text({ max: 100 })),
  key: optional(text({ max: 200 })),
  ...spanFields,
  ...cursorFields,
})

export const InboxEvent = z
  .object({
    id: z.int(),
    source: z.string(),
    key: z.string(),
    state: z.string().meta({ enum: states }),
    outcome: z.string().nullable(),
    attempts: z.int(),
    error: z.string().nullable(),
    nextAt: isoTime.nullable(),
    receivedAt: isoTime,
    appliedAt: isoTime.nullable(),
  })
  .meta({ id: 'InboxEvent' })

export const InboxEventDetails = InboxEvent.extend({
  body: z
    .string()
    .nullable()
    .meta({
      description:
        'The message of the provider without secrets and signatures. Those who may not act as' +
        ' `finance` see no names, mail addresses and phones of persons in it, and null if it' +
        ' could not be read.',
    }),
  isRaw: z.boolean().meta({
    description:
      'Whether the message could not be read: `body` is then its bytes, with `\\xNN` for each' +
      ' that is not printable.',
  }),
  proposals: z
    .array(
      z.object({
        operator: z.object({ id: z.int(), email: z.string() }),
        statement: z.string(),
        reason: z.string(),
        at: isoTime,
      }),
    )
    .meta({ description: 'What operators say that a parked event is about, oldest first.' }),
  ...explainedEvent,
}).meta({ id: 'InboxEventDetails' })

export const showInbox = (
  ctx: Pick<Context, 'db'>,
  input: z.output<typeof ListInbox>,
): Promise<CursorPage<z.input<typeof InboxEvent>>> => listEvents(ctx.db, input)

/**
 * Returns an event with its body and what followed from it. They show a user's money, so the
 * access is audited.
 */
export async function showEvent(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof InboxEventDetails>> {
  const event = await findEvent(ctx.db, eventId(id))
  if (event === null) return refuse('api.inbox_event_not_found')
  await noteLook(ctx, { action: 'inbox.look', operator, request }, { kind: 'inbox-event', id })
  const { encoding: _, ...facts } = event
  const stated = await listAgreements(ctx.db.read, { kind: 'event', subject: id })
  const proposals = stated.map(({ operator: by, statement, note, at }) => ({
    operator: by,
    statement,
    reason: note ?? '',
    at,
  }))
  return { ...facts, ...(await explainEvent(ctx, event)), ...bodyFor(operator, event), proposals }
}

/**
 * Only operators who may decide about money see who paid, as with a claimed transfer, and a body
 * that cannot be read, which may contain anything.
 */
function bodyFor({ role }: Operator, event: NonNullable<Awaited<ReturnType<typeof findEvent>>>) {
  const raw = bytesOf(event)
  const sees = mayActAs(role, 'finance')
  if (!isUnreadable(event)) return { body: shownBody(raw, sees), isRaw: false }
  return { body: sees ? escapedBytes(raw) : null, isRaw: true }
}

/** Makes a parked event due again; the leader applies it within a second. */
export const replayEvent = (
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  by: OperatorOperation,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    if (!(await unpark(tx, eventId(id)))) {
      const known = await findEvent({ read: tx }, eventId(id))
      return refuse(known === null ? 'api.inbox_event_not_found' : 'api.inbox_event_not_parked')
    }
    const subject = { kind: 'inbox-event', id }
    const change = { subject, before: { state: 'parked' }, after: { state: 'pending' } }
    return audited(tx, by, change, undefined)
  })

export const ReplayEvents = z.object({
  source: optional(text({ max: 100 })),
  key: optional(text({ max: 200 })),
  ...spanFields,
  reason,
})

export const ReplayedEvents = z
  .object({
    replayed: z.int(),
    isAll: z.boolean().meta({ description: 'False if the bound left more of them parked.' }),
  })
  .meta({ id: 'ReplayedEvents' })

/** Makes the parked events that the filters find due again, oldest first, up to a bound. */
export const replayEvents = (
  ctx: Pick<Context, 'db'>,
  { reason: why, ...input }: z.output<typeof ReplayEvents>,
  by: OperatorOperation,
): Promise<Audited<z.input<typeof ReplayedEvents>>> =>
  ctx.db.inTransaction(async (tx) => {
    const { source = null, key = null, from = null, to = null } = input
    const ids = await unparkAll(tx, { source, key, from, to }, inboxLimits.replayItems)
    if (ids.length === 0) return refuse('api.nothing_to_change')
    const subject = { kind: 'inbox', id: source ?? 'all' }
    const span = { from: from?.toISOString() ?? null, to: to?.toISOString() ?? null }
    const change = { subject, after: { key, ...span, replayed: ids, reason: why } }
    const isAll = ids.length < inboxLimits.replayItems
    return audited(tx, by, change, { replayed: ids.length, isAll })
  })
