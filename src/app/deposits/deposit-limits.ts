export const qrisLimits = {
  minRupiah: 1,
  maxRupiah: 10_000_000,
  lifeHours: 48,
  windowSeconds: 300,
  opened: 60,
} as const

export const cashDepositLimits = {
  maxRupiah: 999_999_999_999,
  /** A credit of this much alerts every admin. */
  veryLargeRupiah: 1_000_000_000n,
  proofBytes: 8 * 1024 * 1024,
  nameChars: 255,
  bankNameChars: 100,
  numberDigits: 34,
  triesAnHour: 20,
  reasonChars: 500,
} as const

export const depositDigitLimits = {
  maxDigits: 9,
} as const
