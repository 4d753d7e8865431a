import type { z } from 'zod'
import { inGroups } from '../base/group.ts'
import { limits } from '../base/limits.ts'
import { Refusal } from '../base/refusal.ts'
import { singleFlight } from '../base/single-flight.ts'
import type { Context } from '../context.ts'
import { isTransient } from '../database/database.ts'
import { fence, LeadershipLost } from '../database/leader.ts'
import { perDatabase } from '../database/per-database.ts'
import type { HttpRequest } from '../http/endpoint.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import { type Callback, splitOutcomes } from './callback.ts'
import {
  digestOf,
  findStored,
  type InboxEvent,
  identityOf,
  insertApplied,
  insertPending,
  insertUnreadable,
  isStoredMeanwhile,
} from './inbox.sql.ts'
import { isRelayed, relay } from './relay.ts'

type InboxContext = Pick<Context, 'config' | 'db' | 'leadership' | 'clock' | 'log'>
type Received<Notice> = Readonly<{ event: InboxEvent; notice: Notice }>

/** One of several events of a request, and how it is to be stored. */
export type Item<Notice> = Readonly<{ notice: Notice; body: string }>

/**
 * Takes an authenticated event. On the leader it is stored and applied in one transaction with all
 * its effects, in a group with others. Any other node passes it on, and when there is nobody to
 * pass it to, stores it for the next leader. It returns once the event is durable, and throws a
 * transient error when it could not be stored, for the provider to call again.
 */
export function receives<Contract extends z.ZodObject>(callback: Callback<Contract>) {
  type Notice = z.output<Contract>
  const receiveAll = receivesSeveral(callback)
  return (ctx: InboxContext, notice: Notice, _caller: unknown, request: HttpRequest) =>
    receiveAll(ctx, [{ notice, body: request.raw.toString('utf8') }], request)
}

/** The same for a request that brings several events, each of which is stored by itself. */
export function receivesSeveral<Contract extends z.ZodObject>(callback: Callback<Contract>) {
  type Notice = z.output<Contract>
  const groupOf = perDatabase((ctx: InboxContext) => {
    const join = inGroups<Received<Notice>, null>({
      run: (group) => applyGroup(ctx, callback, group),
      failsAll: isTransient,
      maxItems: ctx.config.callbackGroupItems,
      lanes: limits.callbacks.groupLanes,
      gatherMs: limits.callbacks.gatherMs,
      maxWaiting: limits.callbacks.waitingItems,
      overloaded: () => new Refusal('api.service_unavailable', { retryAfterSeconds: 1 }),
    })
    // Repeats of an event under way share its outcome: else groups would meet over it.
    return singleFlight(({ event }: Received<Notice>) => identityOf(event), join)
  })

  /** Whether it is stored; false when this node turned out not to lead. */
  async function take(ctx: InboxContext, received: Received<Notice>): Promise<boolean> {
    try {
      await groupOf(ctx)(received)
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
    const received = items.map(({ notice, body }) => ({
      event: { source, key: callback.key(notice), digest: digestOf(body), body },
      notice,
    }))
    const leads = ctx.leadership.current() !== null
    const taken = leads ? await Promise.all(received.map((one) => take(ctx, one))) : []
    if (leads && taken.every(Boolean)) return
    const left = received.filter((_, at) => taken[at] !== true).map(({ event }) => event)
    await passOn(ctx, left, request)
  }
}

/**
 * A group that was overtaken, since another one applied an event of it meanwhile, left nothing: it
 * is run again, and then finds the event stored.
 */
async function applyGroup<Contract extends z.ZodObject>(
  ctx: InboxContext,
  callback: Callback<Contract>,
  group: readonly Received<z.output<Contract>>[],
): Promise<readonly null[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      await applyOnce(ctx, callback, group)
      return group.map(() => null)
    } catch (error) {
      const again = isStoredMeanwhile(error) && tries < limits.database.transactionTries
      if (!again) throw error
    }
  }
}

/** Applies what is new in a group and records it, in one transaction fenced to this leadership. */
async function applyOnce<Contract extends z.ZodObject>(
  ctx: InboxContext,
  callback: Callback<Contract>,
  group: readonly Received<z.output<Contract>>[],
): Promise<void> {
  const leader = ctx.leadership.current()
  if (leader === null) throw new LeadershipLost()
  await ctx.db.inTransaction(async (tx) => {
    const distinct = new Map(group.map((received) => [identityOf(received.event), received]))
    const [, stored] = await Promise.all([
      fence(tx, leader.epoch),
      findStored(
        tx,
        [...distinct.values()].map(({ event }) => event),
      ),
    ])
    const fresh = [...distinct].filter(([identity]) => !stored.has(identity)).map(([, one]) => one)
    const again = [...distinct].filter(([identity]) => stored.has(identity))
    if (again.length > 0)
      await callback.retold?.(
        tx,
        again.map(([, { notice }]) => notice),
      )
    if (fresh.length === 0) return
    const outcomes = await callback.apply(
      tx,
      fresh.map(({ notice }) => notice),
      ctx,
    )
    const { applied, postponed } = splitOutcomes(
      fresh.map(({ event }) => event),
      outcomes,
    )
    insertApplied(
      tx,
      applied.map(({ event, outcome }) => ({ ...event, outcome })),
    )
    for (const { event, later } of postponed) {
      await insertPending(tx, event, { attempts: 1, error: later })
    }
  })
}

/** The event is genuine and our own code failed on it: it is kept, and tried again by the sweep. */
async function setAside(ctx: InboxContext, event: InboxEvent, error: unknown): Promise<void> {
  ctx.log.error({ err: error, source: event.source }, 'an event failed alone and was set aside')
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

/** The leader's address, waiting a little for an election; null when nobody leads. */
async function findLeader(ctx: InboxContext): Promise<string | null> {
  const untilMs = ctx.clock.monotonicMs() + limits.callbacks.noLeaderWaitMs
  for (;;) {
    const url = await ctx.leadership.leaderUrl()
    if (url !== null || ctx.clock.monotonicMs() >= untilMs) return url
    await ctx.clock.sleep(limits.callbacks.leaderPollMs)
  }
}

/** Keeps a genuine event that its contract could not read, and calls a person to look at it. */
export const keepUnreadable =
  ({ source }: Readonly<{ source: string }>) =>
  (ctx: Pick<Context, 'db'>, request: Pick<HttpRequest, 'raw'>): Promise<void> =>
    ctx.db.inTransaction(async (tx) => {
      const kept = request.raw.subarray(0, limits.inbox.unreadableBytes)
      const id = await insertUnreadable(tx, source, kept)
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
