/** The bounds of orders, and of what is asked about them. */
export const tradingLimits = {
  orderNoBytes: 10,
  /** A day's orders of a user are counted by so many of the last. */
  lastOrders: 16,
  /** How long pairs and settings, the same for every user, may be taken from memory. */
  termsMs: 1_000,
  /** How long the depth of a pair serves every market order on it. */
  depthMs: 1_000,
  /** A cancel by the venue's id waits this long for an id that is not stored yet. */
  venueIdWaitMs: 2_000,
  venueIdEveryMs: 50,
  /** Longer than a turn to the venue takes: meanwhile nobody else takes one. */
  turnMs: 30_000,
  /** An order that is not on its way so long after it was taken on is not sent any more. */
  sendWithinMs: 5_000,
  /**
   * What was sent is refused once its window is over, which begins a second later where our clock
   * is ahead, and what was let in then is done or dropped ten seconds later. After all of that an
   * order that the venue does not know can't appear there any more.
   */
  absentAfterMs: 22_000,
  /** The same, from the end of a call. */
  absentAfterCallMs: 16_500,
  /** How long the news that the venue took orders gathers before it is written. */
  notePlacedMs: 50,
  /** What is due is looked for so often, so many at a time, so many calls at once. */
  dueEveryMs: 500,
  dueItems: 100,
  askAtOnce: 8,
  /** The venue said more than we heard: the rest may be on its way. */
  askSoonMs: 1_000,
  /** An open order is asked about so often, even if nothing was heard. */
  askAgainMs: 300_000,
  /** Pauses after a question that left it open, doubled from the first. */
  pauses: { firstMs: 1_000, longestMs: 60_000 },
  /** After so many questions the operators are told. */
  undecidedTries: 10,
  /** Orders that one call cancels at most; the next call goes on. */
  bulkCancels: 500,
  /** Such calls for a suspended user, one after the other. */
  cancelRounds: 20,
  /** How far the time of a signed event may be from ours, either way. */
  eventWindowMs: 300_000,
  /** Events of the stream that wait for the database; what is more is asked about instead. */
  streamEvents: 10_000,
  streamPauseMs: 1_000,
  /** After a gap in the events every open order is asked about within this. */
  refreshWithinMs: 5_000,
  /** No event for so long, and the open orders are asked about. */
  silentMs: 120_000,
  listenEveryMs: 5_000,
  pullEveryMs: 60_000,
  /** As often as the share of reconciliation bears, at the real venue's bounds. */
  pullSandboxEveryMs: 15_000,
  pullPages: 10,
  /** What rounding left at the venue is added up so often, so many notes at a time. */
  dustEveryMs: 10_000,
  dustNotes: 1_000,
  /** Fills that may have moved the venue's balances while they were compared with ours. */
  recentFills: 20_000,
  recentMs: 10_000,
  /** What the venue did before it was asked is heard by then. */
  hearMs: 1_000,
  /** A list that is longer is told to have as many: it is asked for again and again. */
  countedItems: 10_000,
} as const
