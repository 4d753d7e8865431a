export const identityLimits = {
  imageBytes: 5 * 1024 * 1024,
  /** Concurrent calls to the provider. */
  providerCalls: 8,
  /** From this similarity on, two faces count as the same person. */
  matchShare: 0.75,
  renewTokenBeforeMs: 60_000,
  /** How long a paid result is reused instead of requested again. */
  reuseSeconds: 600,
  /** Longer than an attempt can take: an older one was abandoned by a node that died. */
  attemptSeconds: 90,
  askAgain: { everyMs: 1_000, atOnce: 4, firstMs: 2_000, longestMs: 3_600_000, tries: 200 },
  forgetItems: 1_000,
} as const
