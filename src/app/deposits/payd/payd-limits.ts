export const paydLimits = {
  maxRupiah: 999_999_999_999,
  nameChars: 20,
  orderMinutes: 1_440,
  ordersAnHour: 30,
  inquiriesAMinute: 600,
  inquiriesOfNumberAMinute: 20,
  inquiryKeptDays: 7,
  /**
   * Polls of an open order while its user looks at it, besides the scheduled ones: from the second
   * minute on, so that a payment is found within two minutes. payd blocks callers that poll much.
   */
  looking: { firstSeconds: 60, everySeconds: 100, tries: 20, lookSeconds: 120 },
} as const
