import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import { send } from '../database/database.ts'
import type { Change, ChangeSource } from './change-source.ts'
import { streamLimits } from './stream-limits.ts'
import { type Follower, type Position, readPosition } from './written.sql.ts'

/**
 * The changes that one poll found for one watcher, up to a position. If it is not `whole`,
 * `changes` is empty although something may have changed: at the first poll of a watcher that is
 * new or was away for too long, or if too much changed at once.
 */
export type ChangeBatch = Readonly<{
  position: Position
  whole: boolean
  changes: readonly Change[]
}>

type WatchContext = Pick<Context, 'clock' | 'db' | 'log'>

type Watcher = {
  readonly user: UserId
  /** null until the first poll, if the watcher has no position to resume from. */
  position: Position | null
  /** What was sent of the changes after the position: version by event and key. */
  sent: Map<string, number>
  readonly notify: (news: ChangeBatch) => void
}

export type Watching = Readonly<{
  /** Reports all changes of a user's from a position on, or from now on if it is null. */
  watch: (user: UserId, from: Position | null, notify: (news: ChangeBatch) => void) => () => void
}>

/**
 * Polls for changes for all watchers of this node, while there are any. Each poll reads from one
 * snapshot; after a failure the next poll starts from the same positions.
 */
export function startWatching(
  ctx: WatchContext,
  sources: readonly ChangeSource[],
  lookEveryMs: number,
): Watching {
  const watchers = new Set<Watcher>()
  let rest = new AbortController()
  let running = false

  async function run(): Promise<void> {
    running = true
    let failing = false
    while (watchers.size > 0) {
      rest = new AbortController()
      try {
        await look(ctx, sources, watchers)
        failing = false
      } catch (error) {
        if (!failing) ctx.log.warn({ err: error }, 'changes could not be read')
        failing = true
      }
      if (watchers.size > 0) await ctx.clock.sleep(lookEveryMs, rest.signal)
    }
    running = false
  }

  return {
    watch: (user, from, notify) => {
      const watcher: Watcher = { user, position: from, sent: new Map(), notify }
      watchers.add(watcher)
      if (!running) void run()
      return () => {
        watchers.delete(watcher)
        if (watchers.size === 0) rest.abort()
      }
    },
  }
}

const { changesEach, commitSeconds, resumeSeconds } = streamLimits

async function look(
  ctx: WatchContext,
  sources: readonly ChangeSource[],
  watching: ReadonlySet<Watcher>,
): Promise<void> {
  const watchers = [...watching]
  const followers = followersOf(watchers)
  const { now, found } = await ctx.db.inTransaction(async (tx) => {
    send(tx, sql`set transaction isolation level repeatable read, read only`)
    const [now, ...found] = await Promise.all([
      readPosition(tx),
      ...(followers.length === 0 ? [] : sources.map(({ read }) => read(ctx, tx, followers))),
    ])
    return { now, found }
  })
  const crowded = new Set(found.flatMap(crowdedIn))
  const byUser = Map.groupBy(found.flat(), ({ user }) => user)
  for (const watcher of watchers.filter((one) => watching.has(one))) {
    const whole = isReached(watcher.position, now) && !crowded.has(watcher.user)
    const changes = whole ? newTo(watcher, byUser.get(watcher.user) ?? []) : []
    watcher.position = now.position
    for (const [key, version] of watcher.sent) {
      if (version < now.position.xid) watcher.sent.delete(key)
    }
    watcher.notify({ position: now.position, whole, changes })
  }
}

/** Returns each user once, with the earliest position of their watchers. */
function followersOf(watchers: readonly Watcher[]): readonly Follower[] {
  const earliest = new Map<UserId, Position>()
  for (const { user, position } of watchers) {
    const known = earliest.get(user)
    if (position !== null && (known === undefined || position.xid < known.xid)) {
      earliest.set(user, position)
    }
  }
  return [...earliest].map(([user, from]) => ({ user, from }))
}

/** Whether all changes since a position can be found: it is one of ours and recent enough. */
function isReached(
  position: Position | null,
  now: Readonly<{ position: Position; nextXid: number }>,
): boolean {
  if (position === null || position.xid > now.nextXid) return false
  if (position.history !== now.position.history) return false
  const ageSeconds = (now.position.at.getTime() - position.at.getTime()) / 1000
  return ageSeconds >= -commitSeconds && ageSeconds <= resumeSeconds
}

/** Users for whom a source reached its limit, so that there may be more changes. */
function crowdedIn(changes: readonly Change[]): readonly UserId[] {
  const byUser = Map.groupBy(changes, ({ user }) => user)
  return [...byUser].filter(([, own]) => own.length >= changesEach).map(([user]) => user)
}

/** Returns the changes that were not sent to this watcher yet, and records them as sent. */
function newTo({ position, sent }: Watcher, changes: readonly Change[]): readonly Change[] {
  return changes.filter(({ event, key, version }) => {
    if (position !== null && version < position.xid) return false
    const name = `${event} ${key}`
    if (sent.get(name) === version) return false
    sent.set(name, version)
    return true
  })
}
