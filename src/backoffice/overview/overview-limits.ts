export const countJob = 'count days'

export const overviewLimits = {
  /** Items of a queue that are counted at most. */
  counted: 1_000,
  /** Queued jobs that are counted at most. */
  queuedJobs: 10_000,
  /** A node that has not reported for this long counts as gone. */
  aliveMs: 10_000,
  /** How often a node reads the figures of the metrics, at most. */
  figuresMs: 5_000,
  /** How long a gathering of the metrics waits for these figures. */
  figuresWaitMs: 3_000,
  days: 366,
  defaultDays: 30,
  countEveryMs: 60_000,
  countSandboxEveryMs: 2_000,
} as const
