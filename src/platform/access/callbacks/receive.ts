import type { z } from 'zod'
import { batch } from '../../../base/concurrency/batch.ts'
import { singleFlight } from '../../../base/concurrency/single-flight.ts'
import { Refusal } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { fence, LeadershipLost } from '../../../core/database/cluster/leader.ts'
import { isTransient } from '../../../core/database/database.ts'
import { failsTogether } from '../../../core/database/driver/errors.ts'
import { planOnce } from '../../../core/database/driver/transactions.ts'
import { perDatabase } from '../../../core/database/per-database.ts'
import { type Callback, splitOutcomes } from '../../../core/inbox/callback.ts'
import {
  claimEvents,
  countRedelivered,
  eventOf,
  type InboxEvent,
  insertApplied,
  insertPending,
  insertUnreadable,
  sendPending,
} from '../../../core/inbox/inbox.sql.ts'
import { countOutcomes } from '../../../core/inbox/outcome-counts.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { isRelayed, relay } from './relay.ts'

export const receiveLimits = {
  batchLanes: 3,
  gatherMs: 8,
  waitingItems: 4_000,
  noLeaderWaitMs: 3_000,
  leaderPollMs: 100,
} as const

type InboxContext = Pick<Context, 'config' | 'db' | 'leadership' | 'clock' | 'log'>
type Received<Notice> = Readonly<{ event: InboxEvent; notice: Notice }>

/** One of several events of a request, with the bytes to store. */
export type Item<Notice> = Readonly<{ notice: Notice; raw: Buffer }>

/**
 * Receives an authenticated event. On the leader it is stored and applied in one transaction with
 * all its effects, batched with others. Any other node relays it, or stores it for the next leader
 * if there is none. Returns once the event is durable; throws a transient error if it could not be
 * stored, so that the provider retries.
 */
export function receives<Contract extends z.ZodObject, Ahead = never>(
  callback: Callback<Contract, Ahead>,
) {
  type Notice = z.output<Contract>
  const receiveAll = receivesSeveral(callback)
  return (ctx: InboxContext, notice: Notice, _caller: unknown, request: HttpRequest) =>
    receiveAll(ctx, [{ notice, raw: request.raw }], request)
}

/**
 * The same for a request with several events.
 *
 * @transactions an event that failed, or that no leader took, is stored on its own.
 */
export function receivesSeveral<Contract extends z.ZodObject, Ahead = never>(
  callback: Callback<Contract, Ahead>,
) {
  type Notice = z.output<Contract>
  const joinOf = perDatabase((ctx: InboxContext) => {
    const join = batch<Received<Notice>, null>({
      run: (batched) => applyBatch(ctx, callback, batched),
      failsAll: failsTogether,
      maxItems: ctx.config.callbackGroupItems,
      lanes: receiveLimits.batchLanes,
      gatherMs: receiveLimits.gatherMs,
      startsIdle: true,
      maxWaiting: receiveLimits.waitingItems,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    })
    // A redelivery of an event under way shares its outcome; otherwise batches would conflict over
    // it.
    return singleFlight(join, ({ event }) => event.digest)
  })

  /** Returns whether the event is stored; false if this node does not lead. */
  async function take(ctx: InboxContext, received: Received<Notice>): Promise<boolean> {
    try {
      await joinOf(ctx)(received)
    } catch (error) {
      if (error instanceof LeadershipLost) return false
      if (isTransient(error) || error instanceof Refusal) throw error
      await setAside(ctx, received.event, error)
    }
    return true
  }

  return async (
    ctx: InboxContext,
    items: readonly Item<Notice>[],
    request: HttpRequest,
  ): Promise<void> => {
    const { source } = callback
    const received = items.map(({ notice, raw }) => ({
      event: eventOf({ source, key: callback.key(notice), raw }),
      notice,
    }))
    const leads = ctx.leadership.current() !== null
    const taken = leads ? await Promise.all(received.map((one) => take(ctx, one))) : []
    if (leads && taken.every(Boolean)) return
    const left = received.filter((_, at) => taken[at] !== true).map(({ event }) => event)
    await passOn(ctx, left, request)
  }
}

/** Applies and stores the new events of a batch, in one transaction fenced to this leadership. */
async function applyBatch<Contract extends z.ZodObject, Ahead = never>(
  ctx: InboxContext,
  callback: Callback<Contract, Ahead>,
  batched: readonly Received<z.output<Contract>>[],
): Promise<readonly null[]> {
  const leader = ctx.leadership.current()
  if (leader === null) throw new LeadershipLost()
  const words = await ctx.db.inTransaction(async (tx) => {
    planOnce(tx)
    const distinct = new Map(batched.map((received) => [received.event.digest, received]))
    const claiming = Promise.all([
      fence(tx, leader.epoch),
      claimEvents(
        tx,
        [...distinct.values()].map(({ event }) => event),
      ),
    ])
    const ahead = callback.ahead?.(
      tx,
      [...distinct.values()].map(({ notice }) => notice),
    )
    ahead?.catch(() => undefined)
    const [, claimed] = await claiming
    const fresh = [...distinct].filter(([digest]) => claimed.has(digest)).map(([, one]) => one)
    const again = [...distinct].filter(([digest]) => !claimed.has(digest))
    if (again.length > 0) {
      countRedelivered(
        tx,
        again.map(([, { event }]) => event),
      )
      await callback.onRedelivery?.(
        tx,
        again.map(([, { notice }]) => notice),
      )
    }
    if (fresh.length === 0) return []
    const outcomes = await callback.apply(
      tx,
      fresh.map(({ notice }) => notice),
      ctx,
      ahead,
    )
    const { applied, postponed } = splitOutcomes(
      fresh.map(({ event }) => event),
      outcomes,
    )
    insertApplied(
      tx,
      applied.map(({ event, outcome }) => ({ ...event, outcome })),
    )
    for (const { event, later } of postponed) sendPending(tx, event, { attempts: 1, error: later })
    return applied.map(({ outcome }) => outcome)
  })
  countOutcomes(ctx, callback.source, words)
  return batched.map(() => null)
}

/** Stores a genuine event that our own code failed to apply; the sweep retries it. */
async function setAside(ctx: InboxContext, event: InboxEvent, error: unknown): Promise<void> {
  ctx.log.error({ err: error, source: event.source }, 'an event failed, and is tried again')
  const failure = { attempts: 1, error: error instanceof Error ? error.message : String(error) }
  await ctx.db.inTransaction((tx) => insertPending(tx, event, failure))
}

async function passOn(
  ctx: InboxContext,
  events: readonly InboxEvent[],
  request: HttpRequest,
): Promise<void> {
  if (isRelayed(ctx, request)) {
    throw new Refusal('api.service_unavailable', { retryAfterSeconds: 1 })
  }
  const leaderUrl = await findLeader(ctx)
  if (leaderUrl !== null && (await relay(ctx, leaderUrl, request))) return
  await ctx.db.inTransaction(async (tx) => {
    for (const event of events) await insertPending(tx, event, { attempts: 0, error: null })
  })
}

/** Returns the leader's address, waiting briefly for an election; null if there is no leader. */
async function findLeader(ctx: InboxContext): Promise<string | null> {
  const untilMs = ctx.clock.monotonicMs() + receiveLimits.noLeaderWaitMs
  for (;;) {
    const url = await ctx.leadership.leaderUrl()
    if (url !== null || ctx.clock.monotonicMs() >= untilMs) return url
    await ctx.clock.sleep(receiveLimits.leaderPollMs)
  }
}

/** Stores a genuine event that does not fit its contract, and alerts operators. */
export const keepUnreadable =
  ({ source }: Readonly<{ source: string }>) =>
  (ctx: Pick<Context, 'db'>, request: Pick<HttpRequest, 'raw'>): Promise<void> =>
    ctx.db.inTransaction(async (tx) => {
      const id = await insertUnreadable(tx, source, request.raw)
      if (id === null) return
      enqueueAll(tx, [
        {
          to: 'operator',
          kind: 'event-parked',
          key: `event-unreadable:${id}`,
          severity: 'critical',
          subject: `An event of ${source} could not be read and is parked`,
          data: { inboxId: String(id), source },
        },
      ])
    })
