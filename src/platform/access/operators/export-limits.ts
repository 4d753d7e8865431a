/** Bounds of the CSV exports of operators' lists. */
export const exportLimits = {
  rows: 100_000,
  /** Rows that are read at once. */
  pageRows: 1_000,
  /** The longest time that a client may take to read an export. */
  streamMs: 600_000,
  /** Concurrent exports at a node, and of one operator. */
  open: 8,
  openEach: 1,
  /** Exports of one operator in an hour. */
  perHour: 60,
} as const
