import { semaphore } from '../../base/concurrency/semaphore.ts'
import type { Context } from '../../context.ts'
import { asLeader } from '../../core/database/cluster/leader.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import {
  countDeliveries,
  type EventAttempt,
  insertAttempts,
  listBehind,
  listHeads,
  type Undelivered,
  type WaitingDelivery,
  writeDeliveries,
  writeRound,
} from './deliveries.sql.ts'
import { messageOf } from './event-form.ts'
import { eventLimits } from './event-limits.ts'
import { wantsEvent } from './kind-filter.rules.ts'
import { type OutgoingEvent, readEventsAfter, readEventsAt } from './published-events.sql.ts'
import { isGivenUp, pauseAfterMs } from './retry-pause.rules.ts'
import { type SendEventContext, sendEvent } from './send-event.ts'
import { type Subscription, writeState } from './subscriptions.sql.ts'
import { pausedAlert, undeliveredAlert } from './undelivered-alert.rules.ts'

export type DeliverContext = SendEventContext & Pick<Context, 'db' | 'log' | 'random'>

/**
 * What a round attempts: per user, in order. `behind` waits for an earlier event of its user;
 * `unwanted` are waiting events that the subscription wants no more since it was changed.
 */
type Round = Readonly<{
  chains: readonly (readonly Due[])[]
  behind: readonly OutgoingEvent[]
  unwanted: readonly number[]
  to: number
}>

type Due = Readonly<{ event: OutgoingEvent; earlier: WaitingDelivery | null }>

type Sent = Readonly<{ due: Due; attempt: EventAttempt | null }>

/**
 * Attempts what is due of one subscription: events whose pause is over, then new ones. Users do not
 * wait for each other; the later events of a user wait while an earlier one is undelivered. After
 * some failures in a row only one event is attempted at a time. No transaction is open while the
 * subscriber is called. Returns whether more may be due.
 */
export async function deliverRound(
  ctx: DeliverContext,
  epoch: number,
  subscription: Subscription,
): Promise<boolean> {
  const isProbing = subscription.failures >= eventLimits.probeFrom
  if (isProbing && subscription.retryAt !== null && subscription.retryAt > ctx.clock.now()) {
    return false
  }
  const round = await takeRound(ctx, subscription, isProbing)
  const { chains, unwanted, to } = round
  if (chains.length + unwanted.length === 0 && to === subscription.position) return false
  const permits = semaphore({
    permits: eventLimits.requestsAtOnce,
    waiting: eventLimits.takenAtOnce * 2,
  })
  const untilMs = ctx.clock.monotonicMs() + eventLimits.roundMs
  const sent = await Promise.all(
    chains.map((chain) => permits.run(() => sendChain(ctx, subscription, chain, untilMs))),
  )
  await asLeader(ctx.db, epoch, (tx) => store(ctx, tx, subscription, round, sent.flat()))
  return sent.flat().every(({ attempt }) => attempt?.outcome === 'delivered')
}

async function takeRound(
  { db }: DeliverContext,
  subscription: Subscription,
  isProbing: boolean,
): Promise<Round> {
  const { id, position } = subscription
  const [heads, { waiting }] = await Promise.all([
    listHeads(db.read, id),
    countDeliveries(db.read, id),
  ])
  // Probes go through the users, so that one event which is never accepted does not stop all.
  const due = isProbing
    ? heads.toSorted((one, other) => one.attempts - other.attempts).slice(0, 1)
    : heads.filter(({ isDue }) => isDue)
  const first = due.slice(0, eventLimits.takenAtOnce)
  const owners = isProbing ? [] : first.map(({ owner }) => owner)
  const room = eventLimits.takenAtOnce - first.length
  const taken = [...first, ...(await listBehind(db.read, id, owners, room))]
  const events = await readEventsAt(
    db.read,
    taken.map((one) => one.position),
  )
  const earlier = new Map(taken.map((one) => [one.position, one]))
  const retried = chainsOf(
    events.filter((event) => wantsEvent(subscription, event)),
    (event) => earlier.get(event.position) ?? null,
  )
  const unwanted = events.flatMap((event) =>
    wantsEvent(subscription, event) ? [] : [event.position],
  )
  const { waitingItems, waitingUsers } = eventLimits
  const isFull = heads.length >= waitingUsers || waiting >= waitingItems
  if (isFull || (isProbing && taken.length > 0)) {
    return { chains: retried, behind: [], unwanted, to: position }
  }
  const most = isProbing ? 1 : eventLimits.takenAtOnce
  const next = await readEventsAfter(db.read, position, most)
  const wanted = next.filter((event) => wantsEvent(subscription, event))
  const blocked = new Set(heads.map(({ owner }) => owner))
  // A replay may read events that wait already; what this round knows of goes on waiting as it is.
  const known = new Set([...heads, ...taken].map((one) => one.position))
  const fresh = chainsOf(
    wanted.filter(({ owner }) => !blocked.has(owner)),
    () => null,
  )
  return {
    chains: [...retried, ...fresh],
    behind: wanted.filter(({ owner, position: at }) => blocked.has(owner) && !known.has(at)),
    unwanted,
    to: next.at(-1)?.position ?? position,
  }
}

/** The events of each user, in their order. */
const chainsOf = (
  events: readonly OutgoingEvent[],
  earlierOf: (event: OutgoingEvent) => WaitingDelivery | null,
): readonly (readonly Due[])[] =>
  [...Map.groupBy(events, ({ owner }) => owner).values()].map((own) =>
    own.map((event) => ({ event, earlier: earlierOf(event) })),
  )

/**
 * Sends a user's events in order, up to the first one that fails, or until a time: what is stored
 * and what an operator changed meanwhile waits for the end of the round.
 */
async function sendChain(
  ctx: DeliverContext,
  subscription: Subscription,
  chain: readonly Due[],
  untilMs: number,
): Promise<readonly Sent[]> {
  const sent: Sent[] = []
  let failed = false
  for (const due of chain) {
    const isOver = ctx.clock.monotonicMs() >= untilMs
    const attempt: EventAttempt | null =
      failed || isOver
        ? null
        : await sendEvent(
            ctx,
            subscription,
            messageOf(due.event, mayBeWhole(subscription, due.event)),
          )
    failed ||= attempt?.outcome !== 'delivered'
    sent.push({ due, attempt })
  }
  return sent
}

/** Operators agreed to personal data of later events; a replay also sends earlier ones. */
const mayBeWhole = (
  { personal, agreedAt }: Subscription,
  { publishedAt }: Pick<OutgoingEvent, 'publishedAt'>,
): boolean => personal && agreedAt !== null && publishedAt >= agreedAt

async function store(
  ctx: DeliverContext,
  tx: Tx,
  subscription: Subscription,
  { behind, unwanted, to }: Round,
  sent: readonly Sent[],
): Promise<void> {
  const { id, position: from, failures } = subscription
  const attempts = sent.flatMap(({ attempt }) => attempt ?? [])
  const undelivered = sent
    .filter(({ due: { earlier }, attempt }) =>
      attempt === null ? earlier === null : attempt.outcome !== 'delivered',
    )
    .map((one) => undeliveredOf(ctx, one))
  const later = behind.map(({ position, owner }) => ({ position, owner, attempts: 0, nextMs: 0 }))
  await insertAttempts(tx, id, attempts)
  await writeDeliveries(tx, id, {
    forgotten: [
      ...unwanted,
      ...attempts.flatMap(({ outcome, position }) =>
        outcome === 'delivered' && position !== null ? [position] : [],
      ),
    ],
    undelivered: [...undelivered, ...later],
  })
  const failingSince = await writeRound(tx, id, {
    from,
    to,
    outcome: outcomeOf(subscription, sent),
    retryMs: pauseAfterMs(Math.max(1, failures + 1 - eventLimits.probeFrom), ctx.random),
  })
  const dead = undelivered.filter(({ nextMs }) => nextMs === null)
  enqueueAll(
    tx,
    dead.map(({ position }) => undeliveredAlert(subscription, position, ctx.clock.now())),
  )
  if (failingSince === null || !isGivenUp(failingSince, ctx.clock.now())) return
  await writeState(tx, id, 'paused')
  enqueueAll(tx, [pausedAlert(subscription, failingSince)])
}

/**
 * A round is one failure, however many events a subscriber missed while it was down. If one event
 * alone fails again, it may be the event, and nothing is known about the subscriber.
 */
function outcomeOf(
  { failures }: Subscription,
  sent: readonly Sent[],
): 'success' | 'failure' | 'none' {
  const attempted = sent.filter(({ attempt }) => attempt !== null)
  if (attempted.some(({ attempt }) => attempt?.outcome === 'delivered')) return 'success'
  const isKnown = attempted.every(({ due: { earlier } }) => (earlier?.attempts ?? 0) > 0)
  if (failures < eventLimits.probeFrom && attempted.length === 1 && isKnown) return 'none'
  return attempted.length > 0 ? 'failure' : 'none'
}

/** An event that was not attempted waits for the one before it, without a pause of its own. */
function undeliveredOf(
  { clock, random }: Pick<DeliverContext, 'clock' | 'random'>,
  { due: { event, earlier }, attempt }: Sent,
): Undelivered {
  const { position, owner } = event
  const attempts = (earlier?.attempts ?? 0) + (attempt === null ? 0 : 1)
  const givenUp = earlier !== null && isGivenUp(earlier.firstAt, clock.now())
  const nextMs = givenUp ? null : attempts === 0 ? 0 : pauseAfterMs(attempts, random)
  return { position, owner, attempts, nextMs }
}
