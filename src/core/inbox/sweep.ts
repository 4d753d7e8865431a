import type { Context } from '../../context.ts'
import { asLeader, LeadershipLost } from '../database/cluster/leader.ts'
import { isTransient, type Tx } from '../database/database.ts'
import { enqueueAll } from '../outbox/enqueue.ts'
import { type AnyCallback, type CallbackOutcome, splitOutcomes } from './callback.ts'
import {
  bytesOf,
  isUnreadable,
  lockDue,
  markApplied,
  markFailed,
  type StoredEvent,
} from './inbox.sql.ts'
import { inboxLimits } from './inbox-limits.ts'

type SweepContext = Pick<Context, 'clock' | 'config' | 'db' | 'leadership' | 'log'>

/**
 * Applies stored events that are due, oldest first: those that arrived without a leader, that
 * failed, or that an operator replays. An event that keeps failing is parked after a bounded number
 * of tries, and does not block others. Returns the number of events processed.
 */
export async function sweepInbox(
  ctx: SweepContext,
  callbacks: ReadonlyMap<string, AnyCallback>,
): Promise<number> {
  const leader = ctx.leadership.current()
  if (leader === null) return 0
  let applied = 0
  for (;;) {
    const swept = await sweepOnce(ctx, callbacks, leader.epoch, inboxLimits.sweepItems)
    applied += swept
    if (swept < inboxLimits.sweepItems || ctx.leadership.current() === null) return applied
  }
}

async function sweepOnce(
  ctx: SweepContext,
  callbacks: ReadonlyMap<string, AnyCallback>,
  epoch: number,
  items: number,
): Promise<number> {
  let culprit: StoredEvent | undefined
  try {
    return await asLeader(ctx.db, epoch, async (tx) => {
      const due = await lockDue(tx, items)
      culprit = due[0]
      for (const run of runsOfOneSource(due)) await applyRun(ctx, tx, callbacks, run)
      return due.length
    })
  } catch (error) {
    if (error instanceof LeadershipLost || culprit === undefined) throw error
    if (items > 1) return sweepOneByOne(ctx, callbacks, epoch, items)
    await countFailure(ctx, epoch, culprit, error)
    return 1
  }
}

/** Retries a failed batch event by event, so that only the faulty one is held back. */
async function sweepOneByOne(
  ctx: SweepContext,
  callbacks: ReadonlyMap<string, AnyCallback>,
  epoch: number,
  items: number,
): Promise<number> {
  for (let item = 1; item <= items && ctx.leadership.current() !== null; item += 1) {
    if ((await sweepOnce(ctx, callbacks, epoch, 1)) === 0) return item - 1
  }
  return items
}

async function applyRun(
  ctx: SweepContext,
  tx: Tx,
  callbacks: ReadonlyMap<string, AnyCallback>,
  run: readonly StoredEvent[],
): Promise<void> {
  const [first] = run
  if (first === undefined) return
  const callback = callbacks.get(first.source)
  if (callback === undefined) throw new Error(`no callback has the source ${first.source}`)
  const events = run.map((event) => callback.eventsIn(bytesOf(event)))
  const outcomes = (await callback.applyStored(tx, events.flat(), ctx)).values()
  const ofEach = events.map((some) => joined(some.map(() => outcomes.next().value ?? 'applied')))
  const { applied, postponed } = splitOutcomes(run, ofEach)
  await markApplied(
    tx,
    applied.map(({ event: { id }, outcome }) => ({ id, outcome })),
  )
  for (const { event, later } of postponed) {
    await putOff(tx, event, { error: later, tries: inboxLimits.laterTries })
  }
}

/** The outcome of a stored body, which waits if one of its events has to. */
const joined = (outcomes: readonly CallbackOutcome[]): CallbackOutcome =>
  outcomes.find((outcome) => typeof outcome !== 'string') ?? [...new Set(outcomes)].join(', ')

/** Groups neighbours of one source to be applied together; keeps the order of arrival. */
function runsOfOneSource(events: readonly StoredEvent[]): readonly (readonly StoredEvent[])[] {
  const runs: StoredEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0]?.source === event.source) last.push(event)
    else runs.push([event])
  }
  return runs
}

async function countFailure(
  ctx: SweepContext,
  epoch: number,
  event: StoredEvent,
  error: unknown,
): Promise<void> {
  const message = error instanceof Error ? error.message : String(error)
  ctx.log.error({ err: error, source: event.source, inboxId: event.id }, 'an event failed again')
  await asLeader(ctx.db, epoch, async (tx) => {
    await putOff(tx, event, { error: message, tries: triesOf(event, error) })
  })
}

function triesOf(event: StoredEvent, error: unknown): number {
  if (isTransient(error)) return inboxLimits.transientTries
  return isUnreadable(event) ? inboxLimits.unreadableTries : inboxLimits.applyTries
}

/** Schedules a retry of the event, or parks it and alerts operators if its tries are used up. */
async function putOff(
  tx: Tx,
  { id, source }: StoredEvent,
  failure: Readonly<{ error: string; tries: number }>,
): Promise<void> {
  const parkedAt = await markFailed(tx, id, failure)
  if (parkedAt === null) return
  enqueueAll(tx, [
    {
      to: 'operator',
      kind: 'event-parked',
      key: `event-parked:${id}:${parkedAt.toISOString()}`,
      severity: 'critical',
      subject: `An event of ${source} could not be applied and is parked`,
      data: { inboxId: String(id), source, error: failure.error },
    },
  ])
}
