export const watchlistLimits = {
  pairChars: 50,
  entries: 1_000,
} as const
