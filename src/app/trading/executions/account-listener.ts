import type { Context } from '../../../context.ts'
import { asLeader, LeadershipLost, type Term } from '../../../core/database/cluster/leader.ts'
import { isTransient } from '../../../core/database/database.ts'
import { groupLimits } from '../../../core/database/database-limits.ts'
import { keepUnreadable } from '../../../platform/access/callbacks/receive.ts'
import type { ListenerOf } from '../../../providers/venue/user-stream.ts'
import type { VenueEvent } from '../../../providers/venue/venue-events.ts'
import { queryAllOrders } from '../order-model/order-changes.sql.ts'
import { tradingLimits } from '../trading-limits.ts'
import { recordHeartbeat } from './heartbeat.ts'
import type { OrderReport } from './order-report.rules.ts'
import { pullTrades } from './pull-trades.ts'
import { reportOfStream } from './query-venue.ts'
import { settleOrders } from './settle-orders.ts'

type ListenContext = Pick<Context, 'clock' | 'db' | 'leadership' | 'log' | 'venue'>

const keep = keepUnreadable({ source: 'venue.report' })

/** A stream listener; `end` stops it and waits for the work in progress. */
export type AccountListener = ListenerOf & Readonly<{ end: () => Promise<void> }>

/** Buffers the events that are not settled yet. Events that exceed the buffer count as missed. */
function eventBuffer() {
  let waiting: OrderReport[] = []
  let unreadable: string[] = []
  let gap = false
  return {
    missed(): void {
      gap = true
    },
    take(event: VenueEvent): void {
      if (event.kind === 'refresh') gap = true
      if (event.kind !== 'execution' && event.kind !== 'unreadable') return
      if (waiting.length + unreadable.length >= tradingLimits.streamEvents) gap = true
      else if (event.kind === 'unreadable') unreadable.push(event.text)
      else waiting.push(reportOfStream(event.report))
    },
    isEmpty: () => !gap && waiting.length + unreadable.length === 0,
    takeGap(): boolean {
      const had = gap
      gap = false
      return had
    },
    takeGroup(): readonly OrderReport[] {
      const group = waiting.slice(0, groupLimits.items)
      waiting = waiting.slice(group.length)
      return group
    },
    takeUnreadable(): readonly string[] {
      const texts = unreadable
      unreadable = []
      return texts
    },
  }
}

/**
 * Settles stream events in order and in groups: the next group gathers while one is settled. If
 * events were missed, dropped or failed, the open orders are queried.
 *
 * @transactions each group of events, gap and unreadable event commits separately.
 */
export function accountListener(ctx: ListenContext, { epoch }: Term): AccountListener {
  const stopping = new AbortController()
  const buffer = eventBuffer()
  let settling: Promise<void> = Promise.resolve()
  let pulling: Promise<unknown> = Promise.resolve()
  let isSettling = false

  function settleOn(): void {
    if (isSettling) return
    isSettling = true
    settling = settleAll().finally(() => {
      isSettling = false
    })
  }

  async function settleAll(): Promise<void> {
    while (!stopping.signal.aborted && !buffer.isEmpty()) {
      try {
        if (buffer.takeGap()) await queryOpenOrders(ctx, epoch)
        await settleGroup(ctx, epoch, buffer.takeGroup())
        for (const text of buffer.takeUnreadable()) await keep(ctx, { raw: Buffer.from(text) })
      } catch (error) {
        if (error instanceof LeadershipLost) return
        ctx.log.warn(
          { err: error, provider: 'venue' },
          'events were not applied; querying the orders instead',
        )
        buffer.missed()
        await ctx.clock.sleep(tradingLimits.streamPauseMs, stopping.signal)
      }
    }
  }

  return {
    onEvents(events) {
      recordHeartbeat(ctx)
      for (const event of events) buffer.take(event)
      settleOn()
    },
    onSubscribed() {
      recordHeartbeat(ctx)
      buffer.missed()
      settleOn()
      pulling = pullTrades(ctx).catch((error: unknown) => {
        ctx.log.warn(
          { err: error, provider: 'venue' },
          'trades were not pulled; the job will retry',
        )
      })
    },
    async end() {
      stopping.abort()
      await settling
      await pulling
    },
  }
}

const queryOpenOrders = ({ db }: ListenContext, epoch: number): Promise<void> =>
  asLeader(db, epoch, async (tx) => {
    await queryAllOrders(tx, tradingLimits.refreshWithinMs)
  })

/**
 * Settles a group of events. If it fails permanently, settles them one by one, so that one failure
 * does not block the others.
 */
async function settleGroup(
  { db, log }: ListenContext,
  epoch: number,
  group: readonly OrderReport[],
): Promise<void> {
  const settle = (some: readonly OrderReport[]) =>
    asLeader(db, epoch, async (tx) => {
      await settleOrders(tx, some)
    })
  try {
    if (group.length > 0) await settle(group)
  } catch (error) {
    if (isTransient(error) || group.length === 1) throw error
    log.warn(
      { err: error, provider: 'venue' },
      'a group of events failed and is applied one by one',
    )
    const settled: PromiseSettledResult<void>[] = []
    for (const report of group) settled.push(...(await Promise.allSettled([settle([report])])))
    const failed = settled.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  }
}
