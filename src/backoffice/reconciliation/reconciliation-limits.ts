export const venueComparisonLimits = {
  /** Fills that may have changed the venue's balances while they were compared with ours. */
  recentFills: 20_000,
  recentMs: 10_000,
  /** Time within which events that the venue sent before a query have arrived. */
  settleMs: 1_000,
} as const

export const reconciliationLimits = {
  everyMs: 60_000,
  sandboxEveryMs: 5_000,
  /** A difference that lasts longer is not caused by a movement under way. */
  graceMs: 900_000,
  /** Moves shown beside a break: from when, of how many postings, and how many. */
  movementsBeforeMs: 300_000,
  movementsScanned: 20_000,
  movementsShown: 50,
  /** Comparisons are stored once per slot, shown for a day and kept for eight. */
  slotMs: 900_000,
  slotsShownMs: 86_400_000,
  slotsKeptMs: 691_200_000,
  alerts: 100,
  /** Ended withdrawals are compared after this delay, and once more after the second. */
  compareAfterMs: 60_000,
  compareAgainAfterMs: 86_400_000,
  /** Of each provider. */
  compareItems: 50,
  queriesAtOnce: 8,
  /** payd's orders expire after a day; this is an hour longer. */
  ordersAfterMs: 90_000_000,
  orderItems: 10,
  /**
   * How long a withdrawal may be open or await approval, and money may be frozen, without an alert.
   */
  openMs: 3_600_000,
  approvalMs: 86_400_000,
  holdMs: 604_800_000,
  overdueItems: 200,
} as const

export const reconcileJob = 'reconcile with the providers'
