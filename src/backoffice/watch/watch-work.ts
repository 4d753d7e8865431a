import { z } from 'zod'
import type { Context } from '../../context.ts'
import { perDatabase } from '../../core/database/per-database.ts'
import { followedLists } from '../../core/decisions/waiting.rules.ts'
import { streamEventOf } from '../../platform/http/responses/server-sent-events.ts'
import {
  listNewestAlerts,
  listOpenItems,
  type OpenItem,
  readSnapshotName,
} from './open-items.sql.ts'
import { operatorStreamLimits } from './operator-stream-limits.ts'
import { Alert } from './show-alerts.ts'

type WatchContext = Pick<Context, 'clock' | 'db' | 'log'>

const QueueCounts = z
  .object(Object.fromEntries(followedLists.map((list) => [list, z.int()])))
  .meta({
    id: 'QueueCounts',
    description: `Items that wait for operators; at most ${operatorStreamLimits.items} of a list.`,
  })

const ChangedRows = z
  .object({ list: z.enum(followedLists), ids: z.array(z.string()) })
  .meta({ id: 'ChangedRows' })

const Start = z.object({ resumed: z.literal(false) }).meta({ id: 'OperatorStreamStart' })

export const operatorEvents = {
  start: Start,
  alert: Alert,
  queues: QueueCounts,
  changed: ChangedRows,
} as const

/** The result of one poll. */
type Work = Readonly<{
  items: ReadonlyMap<string, OpenItem>
  counts: Readonly<Record<string, number>>
  alerts: readonly z.input<typeof Alert>[]
}>

/** Gets the texts of events; an empty text if there are none. */
type WorkListener = (events: string) => void

type Watching = Readonly<{ watch: (notify: WorkListener) => () => void }>

/** The polling of this node, which all of its streams share. */
export const watchWork = perDatabase((ctx: WatchContext) =>
  startWatching(ctx, operatorStreamLimits.lookEveryMs),
)

/**
 * Polls for changes for all listeners of this node, while there are any. A poll reads only if a
 * transaction was committed since the last one.
 */
function startWatching(ctx: WatchContext, lookEveryMs: number): Watching {
  const started = new Set<WorkListener>()
  const waiting = new Set<WorkListener>()
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
        for (const notify of started) notify(events)
        for (const notify of waiting) notify(beginOf(work))
        for (const notify of waiting) started.add(notify)
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
    watch: (notify) => {
      if (last === null) waiting.add(notify)
      else {
        // The next events are of what changed since the last poll, which began before this stream.
        notify(beginOf(last.work))
        started.add(notify)
      }
      if (!running) void run()
      return () => {
        started.delete(notify)
        waiting.delete(notify)
        if (!hasListeners()) rest.abort()
      }
    },
  }
}

/** No event is sent again, so a page reads its lists after each new connection. */
const beginOf = ({ counts }: Work): string =>
  [streamEventOf('start', { resumed: false }), streamEventOf('queues', counts), ''].join('\n')

async function readWork({ db }: WatchContext): Promise<Work> {
  const [items, alerts] = await Promise.all([listOpenItems(db.read), listNewestAlerts(db.read)])
  return {
    items: new Map(items.map((item) => [`${item.list} ${item.id}`, item])),
    counts: countsOf(items.filter(({ waits }) => waits)),
    alerts,
  }
}

const countsOf = (waiting: readonly OpenItem[]): Work['counts'] =>
  Object.fromEntries(
    followedLists.map((list) => [list, waiting.filter((item) => item.list === list).length]),
  )

function eventsBetween(before: Work, now: Work): string {
  const known = new Set(before.alerts.map(({ id }) => id))
  const oldest = Math.min(...known)
  const alerts = now.alerts.filter(({ id }) => !known.has(id) && (known.size === 0 || id > oldest))
  const isRecounted = followedLists.some((list) => before.counts[list] !== now.counts[list])
  const changed = Map.groupBy(changedItems(before.items, now.items), ({ list }) => list)
  return [
    ...alerts.toReversed().map((alert) => streamEventOf('alert', Alert.parse(alert))),
    ...(isRecounted ? [streamEventOf('queues', now.counts)] : []),
    ...[...changed].map(([list, items]) =>
      streamEventOf('changed', { list, ids: items.map(({ id }) => id) }),
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
