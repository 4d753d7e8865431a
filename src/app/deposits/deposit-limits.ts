export const qrisLimits = {
  minRupiah: 1,
  maxRupiah: 10_000_000,
  lifeHours: 48,
  windowSeconds: 300,
  opened: 60,
} as const

export const cashDepositLimits = {
  maxRupiah: 999_999_999_999,
  /** A credit of this much alerts every admin. */
  veryLargeRupiah: 1_000_000_000n,
  proofBytes: 8 * 1024 * 1024,
  nameChars: 255,
  bankNameChars: 100,
  numberDigits: 34,
  triesAnHour: 20,
  reasonChars: 500,
} as const

export const depositDigitLimits = {
  maxDigits: 9,
} as const

/** What the leader holds in memory about payments that payx has not confirmed. */
export const unconfirmedLimits = {
  payments: 500_000,
} as const

/** Payments that were credited on a message alone, and that payx denies. */
export const falseCreditLimits = {
  /** Rp 500,000: from this sum on withdrawals stop. */
  stopUnits: 50_000_000n,
} as const

/** How payx's list of payments is read. */
export const paymentListLimits = {
  /** The pause between runs, which call payx only if a payment waits for its confirmation. */
  everyMs: 1_000,
  /** The pause between calls if none waits. */
  idleMs: 10_000,
  /** Pages per run; payx permits 600 a minute. */
  pages: 8,
  /** The same for the emulator, whose minutes pass faster. */
  sandboxPages: 100,
  /** How far each run reads back, since payments appear in the list out of order. */
  overlapMs: 5_000,
  /** How far a run reads back from time to time, for payments that appear late. */
  deepOverlapMs: 120_000,
  deepEveryMs: 30_000,
  /** After this time in the list, the callback of a payment counts as lost. */
  lostMs: 5_000,
  /** After this time payx is asked about a payment that its list does not have. */
  graceMs: 5_000,
  /** The same while payx's list cannot be read. */
  unlistedMs: 60_000,
  /** Payments per run that payx is then asked about one by one. */
  asked: 50,
  /** Those asked about earlier whose states a run reads. */
  askedStates: 5_000,
  /** How far the clocks of node and database may differ. */
  clockMarginMs: 10_000,
  /** Ids of listed payments that are known to be booked. */
  booked: 100_000,
} as const

export const refundLimits = {
  everyMs: 10_000,
  quietEveryMs: 60_000,
  overlapMs: 600_000,
  /** Pages per run: more refunds than staff makes by hand. */
  pages: 100,
} as const

/** The queries of reported payments. */
export const reportLimits = {
  /** Payments per job. */
  items: 25,
  /** The pause before payx is asked about one payment, in which its list may confirm it. */
  payxPauseMs: 2_000,
  /** Queries about single payments of payx by one node; payx permits 600 a minute. */
  payxPerSecond: 8,
  /** With the growing pauses of jobs, four minutes. */
  payxTries: 6,
  /** With the growing pauses of jobs, about two days. */
  paydTries: 15,
  /** How many times one payment may be reported and queried again. */
  reportedTimes: 20,
  /**
   * How long payx may leave queries unanswered before operators are alerted, and a report of payd
   * waits for an inquiry under way.
   */
  oldSeconds: 600,
} as const
