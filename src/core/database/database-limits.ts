export const databaseLimits = {
  connectMs: 2_000,
  statementMs: 5_000,
  lockMs: 2_000,
  idleInTransactionMs: 5_000,
  transactionTries: 5,
  poolConnections: 10,
  /** Prepared statements: minimum uses within a time, cache size, texts counted, minimum length. */
  planned: { afterTimes: 10, withinMs: 30_000, texts: 200, counted: 2_000, leastChars: 30 },
  /**
   * For audits, reports and jobs, separate from requests. A full audit or a proof keeps a
   * connection for minutes, so others wait for theirs.
   */
  patient: { connections: 2, statementMs: 120_000, waitMs: 60_000 },
  /** For a statement that writes all moves of a restored database. */
  restoredMs: 86_400_000,
  idleMs: 15_000,
  /** Longer than any statement may take: a connection this late is lost and is destroyed. */
  answerMs: 8_000,
  retryPauseMs: 20,
  setRows: 10_000,
  causeDepth: 4,
} as const

export const migrationLimits = {
  /** How long a node waits for another one that migrates. */
  nodeWaitMs: 120_000,
  /** How long a migration waits for a lock, and how often it tries, with this pause. */
  lockMs: 1_000,
  tries: 60,
  pauseMs: 1_000,
} as const

export const embeddedDatabaseLimits = {
  startMs: 120_000,
  starts: 10,
  startPauseMs: 300,
  stopMs: 15_000,
  leaveMs: 1_000,
  abandonedMs: 60_000,
  watchEveryMs: 500,
  logBytes: 16 * 1024 * 1024,
  logTailBytes: 2_048,
} as const

export const leaderLimits = {
  beatEveryMs: 1_000,
  trustMs: 3_000,
  deadAfterMs: 5_000,
  /** How often a leader writes through its pool, and how long it may go without a success. */
  writeEveryMs: 3_000,
  unwrittenMs: 10_000,
  answerMs: 2_000,
  retryMs: 200,
  retryJitterMs: 100,
  urlCacheMs: 250,
} as const

/** The session that shows what lives in a process. */
export const presenceLimits = {
  beatMs: 1_500,
  /** The pause before the next session. */
  reconnectMs: 200,
} as const

/** Reads from a replica. */
export const replicaLimits = {
  connections: 10,
  /** From this lag on, reads go to the primary. */
  lagMs: 5_000,
  measureEveryMs: 1_000,
} as const

/** Texts that one node sends to all; PostgreSQL carries less than 8,000 bytes with the MAC. */
export const broadcastLimits = {
  bytes: 7_900,
  /** How long a node believes the epoch that it read for a message of another leader. */
  epochCacheMs: 250,
  answerMs: 2_000,
  checkEveryMs: 5_000,
  reconnectMs: 500,
} as const

export const counterLimits = {
  connections: 3,
  answerMs: 2_000,
  sweepEveryMs: 60_000,
  sweepRows: 10_000,
  rules: 500,
  /** Points counted by one statement, concurrent statements, and points that may wait. */
  groupItems: 500,
  lanes: 1,
  waitingItems: 10_000,
  /** How long an exhausted key is refused without a query to the store. */
  spentMs: 5_000,
  spentKeys: 20_000,
} as const

/** Expired rows are deleted in batches of this size; session families take many rows with them. */
export const expiryLimits = {
  everyMs: 600_000,
  items: 1_000,
} as const

/** Members of a batch that may fail by themselves for a lock before the others fail with them. */
export const batchLimits = {
  failedAlone: 3,
} as const

/** Group commit of requests that many users send at once. */
export const groupLimits = {
  items: 200,
  lanes: 2,
  waiting: 4_000,
} as const

/** Reads of many users as one statement. */
export const sharedReadLimits = {
  groupItems: 200,
  lanes: 1,
  waitingItems: 4_000,
} as const

export const rangeLimits = {
  extendEveryMs: 120_000,
  retainEveryMs: 3_600_000,
  lockMs: 200,
} as const

export const idSpanLimits = {
  /** By how much the times of rows may differ from the order of their ids. */
  disorderMs: 60_000,
  /** Ids that one page of a list scans at most. */
  scannedIds: 100_000,
  /** Rows found by an index that one page examines at most for its other filters. */
  examinedRows: 5_000,
} as const
