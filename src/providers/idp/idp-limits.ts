export const idpLimits = {
  /** Concurrent calls to the provider. */
  providerCalls: 8,
  /** From this similarity on, two faces count as the same person. */
  matchShare: 0.75,
  renewTokenBeforeMs: 60_000,
} as const
