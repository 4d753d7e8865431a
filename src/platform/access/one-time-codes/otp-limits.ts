/**
 * Only the daily limit of withdrawal codes is low enough to be reached in practice. Codes that
 * third parties may request, or that may arrive late, stay valid after the next one is sent.
 */
export const otpLimits = {
  ttlSeconds: 300,
  windowSeconds: 900,
  daySeconds: 86_400,
  email: { digits: 6, tries: 5, dayTries: 1_000, keepsFormer: true },
  sms: { digits: 6, tries: 5, dayTries: 1_000, keepsFormer: true },
  withdraw: { digits: 4, tries: 3, dayTries: 10, keepsFormer: false },
} as const
