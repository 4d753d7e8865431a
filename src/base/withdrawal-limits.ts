/** The bounds of withdrawals, and of the turns in which they are sent. */
export const withdrawalLimits = {
  /** How long a device is new to its user. */
  newDeviceSeconds: 86_400,
  /** Calls to providers at once, of one list. */
  sendAtOnce: 16,
  /** What is due is looked for so often, so many at a time. */
  settleEveryMs: 1_000,
  settleItems: 100,
  /** Longer than a turn to a provider takes: meanwhile nobody else takes one. */
  turnMs: 30_000,
  /** Pauses after a turn that left it open, doubled from the first; then it is an operator's. */
  pauses: { firstMs: 2_000, longestMs: 600_000, tries: 500 },
  /** What was sent is asked about, unless the provider calls back before. */
  askAfterMs: 60_000,
  /** An operator may end what is still open after this. */
  overdueSeconds: 900,
  /**
   * After a refusal no earlier request can be under way any more: longer than a call, and than a
   * signed request is taken by custody.
   */
  refusalSettledMs: 60_000,
  /** After so many turns the operators are told. */
  undecidedTries: 10,
  mostRupiah: 999_999_999_999_999,
  addressChars: 200,
  nameChars: 255,
  residentialChars: 500,
  idCardBytes: 8 * 1024 * 1024,
  /** Addresses that custody has called sound are not asked about again for a while. */
  soundAddresses: { entries: 10_000, keptMs: 600_000 },
} as const
