export const ledgerLimits = {
  rollUpEveryMs: 5_000,
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
  /** By how much a posting's time is older than the statement that inserts it, at most. */
  oldestPostingSeconds: 15,
  /** After how long a time is closed: later, by more than a statement takes. */
  closedAfterSeconds: 21,
  closeEveryMs: 5_000,
  quietCloseEveryMs: 60_000,
  /** Postings after which sums are stored again, so that a query reads few moves. */
  checkpointPostings: 20_000,
  checkpointsPerRun: 50,
  linkEveryMs: 10_000,
  /** Postings of one link. */
  linkedPostings: 10_000,
  /** How long a run waits for the transactions that were writing postings when it began. */
  writersMs: 2_000,
  writersPollMs: 20,
  /** The age of postings without a link that counts as a failure. */
  unlinkedMs: 60_000,
  sealEveryMs: 60_000,
  /** Links that one statement computes again. */
  checkedLinks: 20,
  /** Seals that are published. */
  publishedSeals: 100,
} as const
