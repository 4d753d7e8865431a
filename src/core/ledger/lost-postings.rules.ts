import type { ServerRun } from '../database/cluster/server-run.ts'
import { ledgerLimits } from './ledger-limits.ts'

/** The keys of the postings whose commits were acknowledged to this node. */
export type AcknowledgedPostings = Readonly<{
  add: (keys: readonly string[], at: Date) => void
  forget: (keys: readonly string[]) => void
  /** Each key and the time of its acknowledgement, oldest first. */
  list: () => ReadonlyMap<string, Date>
}>

/** Remembers the last `most` postings. What a server loses always includes its last commits. */
export function acknowledgedPostings(
  most: number = ledgerLimits.acknowledgedPostings,
): AcknowledgedPostings {
  const times = new Map<string, Date>()
  return {
    add: (keys, at) => {
      for (const key of keys) times.set(key, at)
      for (const key of times.keys()) {
        if (times.size <= most) break
        times.delete(key)
      }
    },
    forget: (keys) => {
      for (const key of keys) times.delete(key)
    },
    list: () => new Map(times),
  }
}

/** Acknowledged postings that a server lacks, or may lack. */
export type Loss = Readonly<{
  run: ServerRun
  /** Empty if the node that would know them is gone. */
  missing: readonly string[]
  /** When the first of them was acknowledged. */
  since: Date | null
}>

type MetServer = Readonly<{
  run: ServerRun
  /** The acknowledged postings that the server lacks. */
  missing: readonly string[]
  acknowledged: ReadonlyMap<string, Date>
  /** True if the node starts, so that it remembers nothing. */
  isStart: boolean
  /** True if no node compared its postings with this timeline of the server. */
  isNewTimeline: boolean
}>

/**
 * Decides whether a server that a node meets lost postings. If the node starts, a timeline that no
 * other node has met counts as a loss: the database may have been restored to an earlier time.
 */
export function findLoss({
  run,
  missing,
  acknowledged,
  isStart,
  isNewTimeline,
}: MetServer): Loss | null {
  if (missing.length === 0 && !(isStart && isNewTimeline)) return null
  const times = missing.flatMap((key) => acknowledged.get(key) ?? [])
  const since = times.reduce<Date | null>((first, at) => (first && first < at ? first : at), null)
  return { run, missing, since }
}
