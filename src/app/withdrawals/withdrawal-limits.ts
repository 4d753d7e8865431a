export const withdrawalLimits = {
  /** The longest time from the start of a transaction, which `created_at` has, to its commit. */
  commitSeconds: 10,
  /** Concurrent calls to providers, per list. */
  sendAtOnce: 16,
  /** Polling of due withdrawals: interval, and batch size. */
  settleEveryMs: 1_000,
  settleItems: 100,
  /** Lease of a withdrawal for one provider call; longer than a call takes. */
  leaseMs: 30_000,
  /**
   * Pauses after a call that left it open, doubled from the first; after `tries` an operator
   * decides.
   */
  pauses: { firstMs: 2_000, longestMs: 600_000, tries: 500 },
  /** A sent withdrawal is queried after this time, unless the provider calls back before. */
  queryAfterMs: 60_000,
  /** An operator may end a withdrawal that is still open after this time. */
  overdueSeconds: 900,
  /**
   * How long after a refusal an earlier request may still be under way: longer than a call takes,
   * and than custody accepts a signed request.
   */
  refusalSettledMs: 60_000,
  /**
   * How long after a transaction was dropped its replacement may still appear in custody's list.
   */
  droppedSettledMs: 600_000,
  /** Calls without a decision after which operators are alerted. */
  undecidedTries: 10,
  mostRupiah: 999_999_999_999_999,
  addressChars: 200,
  nameChars: 255,
  residentialChars: 500,
  idCardBytes: 8 * 1024 * 1024,
  /** Cache of addresses that custody has declared valid. */
  validAddresses: { entries: 10_000, keptMs: 600_000 },
} as const

export const payxPayoutLimits = {
  /**
   * Denials of a payout's end after which operators are alerted, and the first pause, which
   * doubles.
   */
  payoutDeniedTries: 4,
  payoutPauseMs: 5_000,
} as const
