export const operatorLimits = {
  sessionTtlSeconds: 8 * 3_600,
  idleSeconds: 1_800,
  passwordMinChars: 12,
  reasonChars: 500,
  /** How long an operator who handled another's credentials is not independent of them. */
  credentialsDays: 30,
  invitationTtlSeconds: 72 * 3_600,
  confirmEveryMs: 60_000,
} as const
