/** Bounds of the job that reseals values of another application key. */
export const keyLimits = {
  everyMs: 5_000,
  /** Rows of one page, whether or not they hold a value of another key. */
  pageRows: 500,
  /** Values of one transaction; of those that hold pictures, fewer. */
  items: 200,
  largeItems: 5,
  pauseMs: 10,
  /** A node that did not report for this long does not run. */
  seenSeconds: 60,
} as const
