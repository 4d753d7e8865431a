export const paydLimits = {
  maxRupiah: 999_999_999_999,
  nameChars: 20,
  orderMinutes: 1_440,
  ordersAnHour: 30,
  inquiriesAMinute: 600,
  inquiriesOfNumberAMinute: 20,
  inquiryKeptDays: 7,
  /** How long a report about an order that is not stored yet waits for an inquiry under way. */
  orderAppearsSeconds: 600,
  /** Payments per job. */
  askItems: 25,
  /** With the growing pauses of jobs, about two days. */
  askTries: 15,
  /** How many times one payment may be reported and queried again. */
  reportedTimes: 20,
} as const
