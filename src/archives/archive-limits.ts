export const archiveLimits = {
  /** Rows of one object: a reader of a history scans this many. */
  partRows: 20_000,
  /** Bytes of one object before compression, which a part may exceed by one row. */
  partBytes: 16 * 1024 * 1024,
  /** Rows that are in memory at once beside a part. */
  fetchedMoves: 2_000,
  /** Each may have a body of 200 KB, or twice that with its quotes. */
  fetchedEvents: 50,
  /** Objects that a node reads for histories at once, each of up to four times `partBytes`. */
  readsAtOnce: 2,
  readsWaiting: 32,
  /** Bytes of parts that a node keeps for the next reads, of any user. */
  cachedBytes: 64 * 1024 * 1024,
} as const
