import { type DeliverContext, deliverRound } from '../../backoffice/events/deliver-events.ts'
import { eventLimits } from '../../backoffice/events/event-limits.ts'
import { eventPoster } from '../../backoffice/events/event-poster.ts'
import { publishFacts } from '../../backoffice/events/publish-facts.ts'
import {
  findSubscription,
  listSubscriptions,
  type Subscription,
} from '../../backoffice/events/subscriptions.sql.ts'
import type { Context } from '../../context.ts'
import { LeadershipLost } from '../../core/database/cluster/leader.ts'
import type { EventSource } from '../../core/facts/event-source.ts'
import { subscriptionsChanged } from '../../core/facts/facts.sql.ts'
import { isRecording, recordingChanged, refreshRecording } from '../../core/facts/recording.ts'
import { jobLimits } from '../../core/outbox/job-limits.ts'
import { untilCalm } from './lanes/give-way.ts'

type EventContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership' | 'log' | 'random'>

/**
 * Publishes facts and delivers events while this node leads and events are recorded; otherwise it
 * waits for a change, without a look at the database. Each subscription has a loop of its own, so
 * none waits for another; all give way to requests. Returns a function that stops it.
 */
export function runEvents(ctx: EventContext, sources: readonly EventSource[]): () => Promise<void> {
  const { clock, db, leadership, log } = ctx
  const { post, close } = eventPoster(ctx)
  const stopping = new AbortController()
  const deliveries = deliveryLoops({ ...ctx, post }, stopping.signal)
  let pause = new AbortController()
  const wake = () => pause.abort()

  async function run(): Promise<void> {
    let failing = false
    while (!stopping.signal.aborted) {
      pause = new AbortController()
      try {
        await look(ctx, sources, deliveries.start, stopping.signal)
        failing = false
      } catch (error) {
        if (!failing && !(error instanceof LeadershipLost)) {
          log.warn({ err: error }, 'events could not be published')
        }
        failing = true
      }
      const isIdle = leadership.current() === null || !isRecording(ctx)
      // Without events a change wakes it.
      await clock.sleep(isIdle ? jobLimits.neverMs : eventLimits.lookEveryMs, pause.signal)
    }
  }

  const refresh = async () => {
    await refreshRecording(ctx).catch((error: unknown) => {
      log.warn({ err: error }, 'whether events are recorded could not be read')
    })
    wake()
  }
  const changed = () => void refresh()
  db.signals.on(subscriptionsChanged, changed)
  db.signals.on(recordingChanged, wake)
  const off = leadership.onChange(wake)
  const started = run()
  return async () => {
    off()
    db.signals.off(subscriptionsChanged, changed)
    db.signals.off(recordingChanged, wake)
    stopping.abort()
    wake()
    await started
    await close()
    await deliveries.ended()
  }
}

/** Publishes the facts that wait and starts deliveries, if this node leads and records events. */
async function look(
  ctx: EventContext,
  sources: readonly EventSource[],
  startDeliveries: (epoch: number) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const term = ctx.leadership.current()
  if (term === null || !isRecording(ctx)) return
  let published: number = eventLimits.publishedAtOnce
  while (published === eventLimits.publishedAtOnce) {
    await untilCalm(ctx, stopping, eventLimits.patienceMs)
    published = await publishFacts(ctx, term.epoch, sources)
  }
  await startDeliveries(term.epoch)
}

/** Runs at most one loop for each active subscription. */
function deliveryLoops(ctx: DeliverContext, stopping: AbortSignal) {
  const running = new Map<number, Promise<void>>()
  return {
    start: async (epoch: number): Promise<void> => {
      // A round that ends during the read would be repeated from its old position.
      const busy = new Set(running.keys())
      for (const subscription of await listSubscriptions(ctx.db.read, ['active'])) {
        const { id } = subscription
        if (busy.has(id)) continue
        running.set(
          id,
          deliver(ctx, epoch, subscription, stopping).finally(() => running.delete(id)),
        )
      }
    },
    ended: async (): Promise<void> => {
      await Promise.all(running.values())
    },
  }
}

/** Attempts events of one subscription until none is due; a failure is logged. */
async function deliver(
  ctx: DeliverContext,
  epoch: number,
  subscription: Subscription,
  stopping: AbortSignal,
): Promise<void> {
  const { id } = subscription
  try {
    let current = subscription
    while (current.state === 'active' && !stopping.aborted) {
      await untilCalm(ctx, stopping, eventLimits.patienceMs)
      if (!(await deliverRound(ctx, epoch, current))) return
      current = await findSubscription(ctx.db.read, id)
    }
  } catch (error) {
    if (stopping.aborted || error instanceof LeadershipLost) return
    ctx.log.warn({ err: error, subscription: id }, 'events could not be delivered')
  }
}
