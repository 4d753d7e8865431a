/** Bounds of the job that seals stored values again, with a new application key. */
export const keyLimits = {
  everyMs: 5_000,
  /** Values of one transaction; of those that hold pictures, fewer. */
  items: 200,
  largeItems: 5,
  pauseMs: 10,
  /** A node that did not report for this long does not run. */
  seenSeconds: 60,
} as const
