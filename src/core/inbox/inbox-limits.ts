export const inboxLimits = {
  applyTries: 10,
  /** Only a release that can read the event makes a difference. */
  unreadableTries: 1,
  /**
   * Tries after failures of the database, which are not the event's fault; at the longest pause
   * they take days.
   */
  transientTries: 1_000,
  /** Tries of an event whose subject may still appear; at the longest pause they take a day. */
  laterTries: 300,
  sweepItems: 200,
  /** Parked events that one request replays at most. */
  replayItems: 500,
  /** Events of one transaction that are searched for the cause of a posting. */
  foundEvents: 1_000,
  sweepEveryMs: 1_000,
  /** Events of one batch from which on their bodies are stored as one value. */
  sharedBodies: 4,
  /** Events per partition of `inbox`. */
  eventsPerRange: 4_194_304,
} as const
