import { z } from 'zod'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { eventOf } from '../../platform/http/responses/server-sent-events.ts'
import {
  type FollowedList,
  followedLists,
  listNewestAlerts,
  listOpenItems,
  type OpenItem,
  readSnapshotName,
} from './open-items.sql.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'
import { Alert } from './show-alerts.ts'

type WatchContext = Pick<Context, 'clock' | 'db' | 'log'>

const QueueCounts = z
  .object({
    withdrawals: z.int(),
    deposits: z.int(),
    suspense: z.int(),
    breaks: z.int(),
    inbox: z.int(),
    orders: z.int(),
    proposals: z.int(),
    inquiries: z.int(),
    identities: z.int(),
  })
  .meta({
    id: 'QueueCounts',
    description: `Items that wait for operators; at most ${operatorStreamLimits.items} of a list.`,
  })

const ChangedRows = z
  .object({ list: z.enum(followedLists), ids: z.array(z.string()) })
  .meta({ id: 'ChangedRows' })

const Start = z.object({ resumed: z.literal(false) }).meta({ id: 'OperatorStreamStart' })

/** The events of the operators' stream. */
export const operatorEvents = {
  start: Start,
  alert: Alert,
  queues: QueueCounts,
  changed: ChangedRows,
} as const

/** What one look found. */
type Work = Readonly<{
  items: ReadonlyMap<string, OpenItem>
  counts: Readonly<Record<FollowedList, number>>
  alerts: readonly z.input<typeof Alert>[]
}>

/** Gets the texts of events; an empty text if there are none. */
type Tell = (events: string) => void

type Watching = Readonly<{ watch: (tell: Tell) => () => void }>

/** The looks of this node, which all of its streams share. */
export const watchWork = perDatabase((ctx: WatchContext) =>
  startWatching(ctx, operatorStreamLimits.lookEveryMs),
)

/**
 * Looks for changes for all listeners of this node, while there are any. A look reads only if a
 * transaction was committed since the last one.
 */
function startWatching(ctx: WatchContext, lookEveryMs: number): Watching {
  const started = new Set<Tell>()
  const waiting = new Set<Tell>()
  let rest = new AbortController()
  let running = false
  let last: Readonly<{ snapshot: string; work: Work }> | null = null
  const hasListeners = () => started.size + waiting.size > 0

  async function run(): Promise<void> {
    running = true
    let failing = false
    while (hasListeners()) {
      rest = new AbortController()
      try {
        const snapshot = await readSnapshotName(ctx.db.read)
        const work: Work = last?.snapshot === snapshot ? last.work : await readWork(ctx)
        const events = last === null || last.work === work ? '' : eventsBetween(last.work, work)
        for (const tell of started) tell(events)
        for (const tell of waiting) tell(beginOf(work))
        for (const tell of waiting) started.add(tell)
        waiting.clear()
        last = { snapshot, work }
        failing = false
      } catch (error) {
        if (!failing) ctx.log.warn({ err: error }, 'the open work of operators could not be read')
        failing = true
      }
      if (hasListeners()) await ctx.clock.sleep(lookEveryMs, rest.signal)
    }
    last = null
    running = false
  }

  return {
    watch: (tell) => {
      if (last === null) waiting.add(tell)
      else {
        // The next events are of what changed since the last look, which began before this stream.
        tell(beginOf(last.work))
        started.add(tell)
      }
      if (!running) void run()
      return () => {
        started.delete(tell)
        waiting.delete(tell)
        if (!hasListeners()) rest.abort()
      }
    },
  }
}

/** No event is sent again, so a page reads its lists after each new connection. */
const beginOf = ({ counts }: Work): string =>
  [eventOf('start', { resumed: false }), eventOf('queues', counts), ''].join('\n')

async function readWork({ db }: WatchContext): Promise<Work> {
  const [items, alerts] = await Promise.all([listOpenItems(db.read), listNewestAlerts(db.read)])
  return {
    items: new Map(items.map((item) => [`${item.list} ${item.id}`, item])),
    counts: countsOf(items.filter(({ waits }) => waits)),
    alerts,
  }
}

function countsOf(waiting: readonly OpenItem[]): Work['counts'] {
  const of = (list: FollowedList) => waiting.filter((item) => item.list === list).length
  return {
    withdrawals: of('withdrawals'),
    deposits: of('deposits'),
    suspense: of('suspense'),
    breaks: of('breaks'),
    inbox: of('inbox'),
    orders: of('orders'),
    proposals: of('proposals'),
    inquiries: of('inquiries'),
    identities: of('identities'),
  }
}

function eventsBetween(before: Work, now: Work): string {
  const known = new Set(before.alerts.map(({ id }) => id))
  const oldest = Math.min(...known)
  const alerts = now.alerts.filter(({ id }) => !known.has(id) && (known.size === 0 || id > oldest))
  const isRecounted = followedLists.some((list) => before.counts[list] !== now.counts[list])
  const changed = Map.groupBy(changedItems(before.items, now.items), ({ list }) => list)
  return [
    ...alerts.toReversed().map((alert) => eventOf('alert', Alert.parse(alert))),
    ...(isRecounted ? [eventOf('queues', now.counts)] : []),
    ...[...changed].map(([list, items]) =>
      eventOf('changed', { list, ids: items.map(({ id }) => id) }),
    ),
  ]
    .map((event) => `${event}\n`)
    .join('')
}

/** Items that are new, that changed, or that are open no more. */
const changedItems = (
  before: ReadonlyMap<string, OpenItem>,
  now: ReadonlyMap<string, OpenItem>,
): readonly OpenItem[] =>
  [
    ...[...now].filter(([key, { version }]) => before.get(key)?.version !== version),
    ...[...before].filter(([key]) => !now.has(key)),
  ].map(([, item]) => item)
