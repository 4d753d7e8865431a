/** The bounds of what payd is asked for, and of what it asks and tells. */
export const paydLimits = {
  maxRupiah: 999_999_999_999,
  nameChars: 20,
  orderMinutes: 1_440,
  ordersAnHour: 30,
  inquiriesAMinute: 600,
  inquiriesOfNumberAMinute: 20,
  inquiryKeptDays: 7,
  /** How long an order that nobody knows may be that of an inquiry under way. */
  orderAppearsSeconds: 600,
  /** Payments one job asks about. */
  askItems: 25,
  /** With the growing pauses of jobs, about two days. */
  askTries: 15,
  /** How often one payment may be told and be asked about anew. */
  toldTimes: 20,
} as const
