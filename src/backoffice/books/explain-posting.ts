import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../core/database/database.ts'
import {
  findEventsAt,
  findPayoutEvents,
  findUnbookingEvents,
  readRedeliveries,
} from '../../core/inbox/find-events.sql.ts'
import { eventDigest } from '../../core/inbox/inbox.sql.ts'
import { findPosting, listPostingsByKey } from '../../core/ledger/find-postings.sql.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { type Cause, causeOf, mentions, noticeKeysOf, postingKeysOf } from './cause.rules.ts'
import { type CauseRecord, fillKeysOf, findNotices, findRecords } from './explain.sql.ts'
import { CauseView, EventName, NoticeView, PostingName, shownCause } from './explain-contracts.ts'
import { PostingView, shownPosting } from './query-ledger.ts'

export const PostingDetails = PostingView.extend({
  cause: CauseView,
  siblings: z.array(PostingName).meta({ description: 'The other postings of the same cause.' }),
  events: z.array(EventName).meta({ description: "The provider's messages behind it." }),
  notices: z.array(NoticeView),
}).meta({ id: 'PostingDetails' })

/** Explains one posting: both ends, its cause, the events behind it; audits the access. */
export async function explainPosting(
  ctx: Pick<Context, 'db'>,
  { id }: z.output<typeof ById>,
  operator: Operator,
  request: HttpRequest,
): Promise<z.input<typeof PostingDetails>> {
  const { db } = ctx
  const posting = await findPosting(db, id)
  if (posting === null) return refuse('api.posting_not_found')
  await noteLook(ctx, { action: 'ledger.look', operator, request }, { kind: 'posting', id })
  const cause = causeOf(posting.key)
  const [record = null] = await findRecords(db, [cause])
  // The notices and postings of an order belong to its whole life, not to one fill.
  const whole: Cause =
    cause.kind === 'fill' && record !== null ? { kind: 'order', id: record.status } : cause
  const [siblings, events, notices] = await Promise.all([
    siblingsOf(db, whole),
    eventsBehind(db, posting.micros, record),
    findNotices(db, [noticeKeysOf(whole)]),
  ])
  return {
    ...shownPosting(posting),
    cause:
      record === null
        ? { ...cause, userId: null, status: null, symbol: null, amount: null, at: null }
        : shownCause(record),
    siblings: siblings.filter((one) => one.id !== posting.id),
    events: await Promise.all(events.map((event) => withRedeliveries(db, event))),
    notices: [...notices],
  }
}

async function siblingsOf(db: Pick<Database, 'read'>, cause: Cause) {
  const fills = cause.kind === 'order' ? await fillKeysOf(db, [cause.id]) : []
  return listPostingsByKey(db, [...postingKeysOf(cause), ...fills])
}

type FoundEvent = Awaited<ReturnType<typeof findEventsAt>>[number]

/**
 * An event and its effects are written by transactions that start at the same time, so the events
 * of that time which mention the record booked it. Others that report it are found by their keys.
 */
async function eventsBehind(
  db: Pick<Database, 'read'>,
  micros: number,
  record: CauseRecord | null,
): Promise<readonly FoundEvent[]> {
  if (record === null) return []
  const times = [...new Set([micros, ...record.reportedAt])]
  const payouts = record.kind === 'withdrawal' ? record.names : []
  const found = await Promise.all([
    findEventsAt(db, times),
    ...payouts.map((name) => findPayoutEvents(db, name)),
    ...record.eventKeys.map((name) => findUnbookingEvents(db, name)),
  ])
  const events = new Map(found.flat().map((event) => [event.id, event]))
  return [...events.values()]
    .filter((event) => mentions(event, record.names) && isOfProvider(event, record))
    .toSorted((one, other) => one.id - other.id)
}

/** Two providers may give their payments the same id. */
const isOfProvider = ({ source }: FoundEvent, { kind, id }: CauseRecord): boolean =>
  kind !== 'cash-deposit' || source.startsWith(`${id.split(':')[0]}.`)

async function withRedeliveries(db: Pick<Database, 'read'>, { body, ...event }: FoundEvent) {
  const digest = eventDigest({ source: event.source, key: event.key, body: body ?? '' })
  const { times } = await readRedeliveries(db, { digest })
  return { ...event, redeliveries: times }
}
