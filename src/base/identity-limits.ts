/** The bounds of proving who a user is. */
export const identityLimits = {
  imageBytes: 5 * 1024 * 1024,
  /** Calls to the provider at once. */
  providerCalls: 8,
  /** From here two faces are those of one person. */
  matchShare: 0.75,
  renewTokenBeforeMs: 60_000,
  /** How long what was paid for is used again, rather than asked for again. */
  reuseSeconds: 600,
  /** Longer than an attempt can take: one that is older was given up by a node that died. */
  attemptSeconds: 90,
  askAgain: { everyMs: 1_000, atOnce: 4, firstMs: 2_000, longestMs: 3_600_000, tries: 200 },
  forgetItems: 1_000,
} as const
