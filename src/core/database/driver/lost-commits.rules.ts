/** A commit that the server confirmed to this node. Positions are bytes of the write-ahead log. */
export type Acknowledged = Readonly<{
  timeline: number
  /** The start of the server's process, in milliseconds. */
  startedMs: number
  /** The end of the log just before the commit: the commit's own record begins here or later. */
  position: number
  xid: number
}>

/** A timeline on which the service wrote, as the database records it. */
export type Timeline = Readonly<{
  timeline: number
  /** Where it began; after a clean start, where the service first saw it. Null in older rows. */
  beganAt: number | null
  synchronous: boolean
  lostAfter: number | null
  /** True if the loss was found since the server's process started. */
  isLossOfRun: boolean
}>

export type ServerState = Readonly<{
  timeline: number
  startedMs: number
  /** The end of what the server recovered at its start or promotion; null after a clean start. */
  recoveredTo: number | null
  position: number
  synchronous: boolean
  /** True if the server is set to recover to a point in time. */
  isTargeted: boolean
  /** True if the last heartbeat of a leader in the database is recent. */
  isLeaderRecent: boolean
  timelines: readonly Timeline[]
  /** The transactions among the acknowledged ones that the server does not know as committed. */
  uncommitted: ReadonlySet<number>
}>

/** Acknowledged commits are missing after a position on a timeline, or may be. */
export type Loss = Readonly<{ timeline: number; after: number; reason: string }>

/**
 * Finds whether the server lost commits. Without any acknowledged commit, a new timeline counts as
 * a loss unless commits waited for a standby and the last leader was there until now.
 */
export function findLoss(server: ServerState, acknowledged: readonly Acknowledged[]): Loss | null {
  const known = server.timelines.some(({ timeline }) => timeline === server.timeline)
  if (acknowledged.length === 0) return known ? null : unknownLoss(server)
  for (const commit of acknowledged) {
    const bound = boundOf(server, commit)
    if (bound === null) continue
    const isLost =
      commit.position >= bound.after ||
      server.uncommitted.has(commit.xid) ||
      !server.timelines.some(({ timeline }) => timeline === commit.timeline)
    if (isLost) return { ...bound, reason: missing }
  }
  return null
}

const missing = 'The database lost commits that it had confirmed.'

type Bound = Pick<Loss, 'timeline' | 'after'>

/**
 * Where the log that contains the commit ends, as far as the server continues it; null if the same
 * run of the server confirmed it.
 */
function boundOf(server: ServerState, commit: Acknowledged): Bound | null {
  const { timeline, recoveredTo, position } = server
  const here = { timeline, after: recoveredTo ?? position }
  if (commit.timeline === timeline) return commit.startedMs === server.startedMs ? null : here
  const later = server.timelines.flatMap((one) =>
    one.timeline > commit.timeline && one.timeline <= timeline && one.beganAt !== null
      ? [{ timeline: one.timeline, after: one.beganAt }]
      : [],
  )
  const isRecorded = later.some((one) => one.timeline === timeline)
  const bounds = isRecorded ? later : [...later, here]
  return bounds.reduce((first, one) => (one.after < first.after ? one : first))
}

function unknownLoss(server: ServerState): Loss | null {
  const last = server.timelines.reduce<Timeline | null>(
    (newest, one) => (newest === null || one.timeline > newest.timeline ? one : newest),
    null,
  )
  if (last === null) return null
  const isSafe = last.synchronous && !server.isTargeted && server.isLeaderRecent
  if (isSafe && server.timeline > last.timeline) return null
  const { timeline, recoveredTo, position } = server
  return { timeline, after: recoveredTo ?? position, reason: unknown }
}

const unknown =
  'The database continues from another position; whether it lost commits is not known.'

/** True if operators were already alerted to this loss. */
export const isKnown = ({ timelines, recoveredTo }: ServerState, loss: Loss): boolean =>
  timelines.some(
    ({ timeline, lostAfter, isLossOfRun }) =>
      // After a clean start the position is that of the comparison, another one each time.
      timeline === loss.timeline &&
      (lostAfter === loss.after || (recoveredTo === null && isLossOfRun)),
  )
