export const identityLimits = {
  imageBytes: 5 * 1024 * 1024,
  /** How long a paid result is reused instead of requested again. */
  reuseSeconds: 600,
  /** Longer than an attempt can take: an older one was abandoned by a node that died. */
  attemptSeconds: 90,
  askAgain: { everyMs: 1_000, atOnce: 4, firstMs: 2_000, longestMs: 3_600_000, tries: 200 },
  forgetUsers: 20,
} as const

export const visionLimits = {
  imageBytes: 10 * 1024 * 1024,
  dataBytes: 64 * 1024,
  dataDepth: 20,
  /**
   * More than the data may take, so that slightly oversized data gets an error that names its
   * field.
   */
  bodyBytes: 256 * 1024,
  days: 30,
} as const

export const certificationLimits = {
  nameChars: 100,
  addressChars: 255,
  numberChars: 30,
  residences: 5,
  explanationChars: 500,
  /** Statements of one user a day. */
  aDay: 20,
  /** How many days before users need a certification they are reminded. */
  remindDaysBefore: [60, 30, 14, 3, 0],
  remindEveryMs: 60_000,
  remindUsers: 1_000,
} as const
