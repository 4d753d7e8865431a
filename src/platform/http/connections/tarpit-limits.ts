/**
 * Delay of 429 responses on endpoints where secrets are guessed: at least this long, less than
 * twice.
 */
export const tarpitLimits = {
  holdMs: 1_000,
  held: 1_000,
} as const
