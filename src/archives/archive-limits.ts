export const archiveLimits = {
  /** Rows of one object: a reader of a history parses this many. */
  partRows: 20_000,
  /** Bytes of one object before compression, which a part may exceed by one row. */
  partBytes: 16 * 1024 * 1024,
  fetchedRows: 2_000,
  /** How long sorting the rows of a partition may take. */
  sortMs: 3_600_000,
  /** Parts that a node keeps for the next reads of the same users. */
  cachedReads: 200,
  cachedRows: 200_000,
} as const
