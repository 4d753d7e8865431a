export const ledgerLimits = {
  rollUpEveryMs: 5_000,
  rollUpMs: 120_000,
  auditEveryMs: 10_000,
  fullAuditEveryMs: 300_000,
  /** The share of the time that full audits run at most, as they take longer with more moves. */
  fullAuditShare: 0.05,
  supplyEveryMs: 10_000,
  quietSupplyEveryMs: 60_000,
  /** Rows of flows that one transaction adds to the totals of days. */
  takenFlows: 20_000,
  /** Postings that a node remembers, to compare them with a server that it meets. */
  acknowledgedPostings: 4_096,
  /** Postings per partition of `moves`. */
  postingsPerRange: 8_388_608,
  /** Postings whose moves one statement of an audit sums. */
  auditChunkPostings: 50_000,
} as const
