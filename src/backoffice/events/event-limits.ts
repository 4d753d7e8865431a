export const eventLimits = {
  /** The pause between two looks for facts and due deliveries, while events are recorded. */
  lookEveryMs: 250,
  /** While many requests are under way, a batch waits this long before it goes on. */
  patienceMs: 5_000,
  /** Facts that one transaction publishes. */
  publishedAtOnce: 500,
  /** Events that one round takes for a subscription, and its concurrent requests. */
  takenAtOnce: 200,
  /** How long a round begins requests; what it did not attempt goes to the next one. */
  roundMs: 5_000,
  /** Events that one round takes of those that waited behind one of their user. */
  behindAtOnce: 20,
  requestsAtOnce: 16,
  /**
   * Users with undelivered events at one subscription, and all that wait behind these, beyond which
   * no new events are taken.
   */
  waitingUsers: 1_000,
  waitingItems: 100_000,
  /** Consecutive rounds without a success from which one event at a time is attempted. */
  probeFrom: 5,
  /** The pauses between attempts in seconds; the last one repeats. Each varies by a fifth. */
  pausesSeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400],
  /** How long an event is attempted; a subscription that fails this long is paused. */
  attemptedSeconds: 72 * 3_600,
  /** How long the former keys sign after a rotation. */
  formerSeconds: 24 * 3_600,
  /** Subscriptions that are not ended. */
  subscriptions: 50,
  kinds: 50,
  eventsKeptDays: 90,
  attemptsKeptDays: 14,
  /** Daily files: how often a day is looked for, and how long after its end it is written. */
  filesEveryMs: 600_000,
  daySettledMs: 900_000,
  /** The size of a file before compression, and the events that are read at once. */
  fileBytes: 32 * 1024 * 1024,
  fileEventsAtOnce: 500,
} as const
