export const tradingLimits = {
  orderNoBytes: 10,
  /**
   * The count of a user's orders of a day is derived from at least this many of the latest ones.
   */
  lastOrders: 16,
  /** How long pairs and settings, the same for every user, may be cached. */
  termsMs: 1_000,
  /** How long the depth of a pair is reused for market orders on it. */
  depthMs: 1_000,
  /** How long a cancel by the venue's id waits for an id that is not stored yet. */
  venueIdWaitMs: 2_000,
  venueIdEveryMs: 50,
  /** The time after which a client tries again while new orders are stopped. */
  stopped: { retryAfterSeconds: 60 },
  /** Orders in a row that the venue refuses for a reason of the house, before trading stops. */
  houseRefusals: 3,
  /** Lease of an order for one call to the venue; longer than a call takes. */
  leaseMs: 30_000,
  /** An order that was not sent this long after it was accepted is not sent any more. */
  sendWithinMs: 5_000,
  /**
   * The venue refuses a request after its window, which begins up to a second late if our clock is
   * ahead, and executes or drops an accepted one within ten seconds. After all of that an order
   * that the venue does not know cannot appear there any more.
   */
  absentAfterMs: 22_000,
  /** The same delay, counted from the end of a call. */
  absentAfterCallMs: 16_500,
  /** How long notes of accepted orders gather before they are written as a group. */
  notePlacedMs: 50,
  /** How often planned listings are looked at, and the orders and holders of one transaction. */
  listingsEveryMs: 2_000,
  listingItems: 500,
  /** Polling of due orders: interval, batch size, concurrent calls. */
  dueEveryMs: 500,
  dueItems: 100,
  queriesAtOnce: 8,
  /** The largest distance from the last price of a trade that we did not query. */
  hintBandPpm: 50_000n,
  /** The largest age of that price. */
  hintPriceMs: 60_000,
  /** How long before its order or after now such a trade may be; else the venue is queried. */
  hintSkewMs: 60_000,
  /** The same for queried trades, wide enough for any clock; beyond it an operator decides. */
  queriedSkewMs: 86_400_000,
  /** The interval of the job that confirms trades that only an event reported. */
  confirmEveryMs: 2_000,
  /** Pairs per run; two every two seconds stay within the weight for reconciliation. */
  confirmPairs: 2,
  /** The age from which a trade is looked for in the list of its pair. */
  confirmAfterMs: 500,
  /** The age from which it is looked for in that of its order, which decides. */
  unlistedAfterMs: 10_000,
  /** Such orders per run. */
  unlistedOrders: 4,
  /** Delay of a query if the venue reported more than we received; the rest may be on its way. */
  querySoonMs: 1_000,
  /** How often an open order is queried, even if no event arrived. */
  queryAgainMs: 300_000,
  /** Pauses after a query that left the order open, doubled from the first. */
  pauses: { firstMs: 1_000, longestMs: 60_000 },
  /** Queries without a decision after which operators are alerted. */
  undecidedTries: 10,
  /** Orders that one call cancels at most; the next call continues. */
  bulkCancels: 500,
  /** Calls that one job makes in a row for a suspended user. */
  cancelRounds: 20,
  /** Stream events that wait for the database; beyond this the orders are queried instead. */
  streamEvents: 10_000,
  streamPauseMs: 1_000,
  /** After a gap in the events every open order is queried within this time. */
  refreshWithinMs: 5_000,
  /** Without an event for this long, the open orders are queried. */
  silentMs: 120_000,
  listenEveryMs: 5_000,
  pullEveryMs: 60_000,
  /** The shortest interval that reconciliation's share of the real venue's rate limit allows. */
  pullSandboxEveryMs: 15_000,
  pullPages: 10,
  /** How often the balances at the venue are compared with what open orders hold. */
  fundsEveryMs: 60_000,
  /** Booking of rounding differences at the venue: interval, and notes per batch. */
  dustEveryMs: 10_000,
  dustNotes: 1_000,
  /** A longer list reports this as its total, since lists are requested again and again. */
  countedItems: 10_000,
} as const
