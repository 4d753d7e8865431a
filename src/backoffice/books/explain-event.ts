import { z } from 'zod'
import type { Context } from '../../context.ts'
import { readRedeliveries } from '../../core/inbox/find-events.sql.ts'
import { bytesOf, eventDigest, type findEvent, isUnreadable } from '../../core/inbox/inbox.sql.ts'
import { listPostingsAt, listPostingsByKey } from '../../core/ledger/find-postings.sql.ts'
import { isoTime } from '../../platform/http/contracts/contracts.ts'
import {
  type Cause,
  causeOf,
  causesNamedIn,
  mentions,
  noticeKeysOf,
  postingKeysOf,
  proofOf,
} from './cause.rules.ts'
import { findNotices, findOutputs, findRecords } from './explain.sql.ts'
import { CauseView, NoticeView, PostingName, shownCause } from './explain-contracts.ts'

/** What is known about an event beside its own row. */
export const explainedEvent = {
  proof: z
    .enum(['token', 'signature', 'unknown'])
    .meta({ description: 'What proved its sender, before it was stored.' }),
  answer: z
    .enum(['accepted', 'refused'])
    .meta({ description: 'The response: success once it was stored; refused if unreadable.' }),
  redeliveries: z.int().meta({ description: 'How often it was received again, unchanged.' }),
  lastRedeliveryAt: isoTime.nullable(),
  related: z
    .object({
      causes: z.array(CauseView),
      postings: z.array(PostingName),
      notices: z.array(NoticeView),
    })
    .meta({ id: 'EventEffects', description: 'What followed from the event.' }),
}

const Explained = z.object(explainedEvent)

type Event = NonNullable<Awaited<ReturnType<typeof findEvent>>>

/** Finds what followed from an event: records, postings and notices, by their keys. */
export async function explainEvent(
  { db }: Pick<Context, 'db'>,
  event: Event,
): Promise<z.input<typeof Explained>> {
  const digest = eventDigest(event)
  const text = { key: event.key, body: bytesOf(event).toString('utf8') }
  const [transaction = ''] = event.key.split(':')
  const [redelivered, outputs, together] = await Promise.all([
    readRedeliveries(db, { digest }),
    event.source.startsWith('custody.') ? findOutputs(db, transaction) : [],
    event.appliedMicros === null ? [] : listPostingsAt(db, event.appliedMicros),
  ])
  const named = causesNamedIn(text.body)
  const [provider = ''] = event.source.split('.')
  const deposit = { kind: 'cash-deposit', id: `${provider}:${event.key}` } as const
  const causes = distinct([
    deposit,
    ...outputs,
    ...named,
    ...together.map(({ key }) => causeOf(key)),
  ])
  const records = (await findRecords(db, causes)).filter(
    ({ kind, id, names }) => (kind === deposit.kind && id === deposit.id) || mentions(text, names),
  )
  const orders = records
    .filter(({ kind }) => kind === 'fill')
    .map(({ status }) => ({ kind: 'order', id: status }) as const)
  const about = [...records, ...orders]
  const isAbout = ({ key }: { key: string }) => {
    const { kind, id } = causeOf(key)
    return about.some((one) => one.kind === kind && one.id === id)
  }
  const [later, notices] = await Promise.all([
    listPostingsByKey(db, records.filter(isSettledLater).flatMap(postingKeysOf)),
    findNotices(db, about.map(noticeKeysOf)),
  ])
  const postings = new Map([...together.filter(isAbout), ...later].map((one) => [one.id, one]))
  return {
    proof: proofOf(event.source),
    answer: isUnreadable(event) ? 'refused' : 'accepted',
    redeliveries: redelivered.times,
    lastRedeliveryAt: redelivered.lastAt,
    related: {
      causes: records.map(shownCause),
      postings: [...postings.values()].toSorted((a, b) => a.id - b.id),
      notices: [...notices],
    },
  }
}

const distinct = (causes: readonly Cause[]): readonly Cause[] => [
  ...new Map(causes.map((one) => [`${one.kind}:${one.id}`, one])).values(),
]

/** Deposits and withdrawals may be booked by another event, or by a job after a query. */
const isSettledLater = ({ kind }: { kind: string }): boolean =>
  kind === 'cash-deposit' || kind === 'coin-deposit' || kind === 'withdrawal'
