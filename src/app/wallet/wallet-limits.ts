export const walletLimits = {
  /** How long values that are the same for every user may be cached. */
  termsMs: 2_000,
  addressChars: 200,
  addressChecksAMinute: 20,
} as const

export const reportFileLimits = {
  batchRows: 1_000,
  rows: 1_000_000,
  pdfRows: 20_000,
  /** Pieces of reports that a node makes concurrently; users alternate. */
  atOnce: 4,
  /**
   * Bounds on reports being made or read: of a node, and of one network (grouped as for streams).
   */
  open: 100,
  openOfNetwork: 25,
  streamMs: 120_000,
  /** How long a report whose node died blocks its user's next one. */
  leaseSeconds: 150,
} as const
