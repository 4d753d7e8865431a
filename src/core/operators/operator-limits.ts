export const operatorLimits = {
  sessionTtlSeconds: 8 * 3_600,
  idleSeconds: 1_800,
  passwordMinChars: 12,
  reasonChars: 500,
  /** How long an attestation counts: a quarter of a year. */
  attestedDays: 92,
  invitationTtlSeconds: 72 * 3_600,
  confirmEveryMs: 60_000,
} as const
