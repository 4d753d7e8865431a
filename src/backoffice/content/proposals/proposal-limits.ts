/** Changes of settings that guard money, which need two operators. */
export const proposalLimits = {
  everyMs: 5_000,
  items: 20,
  expiresAfterMinutes: 7 * 1_440,
} as const
