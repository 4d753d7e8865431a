export const payxLimits = {
  /** Payments per job. */
  askItems: 25,
  /** Denials after which a payment is refused; with the growing pauses of jobs, four minutes. */
  deniedTries: 6,
  /** How many times one payment may be reported and queried again. */
  reportTimes: 20,
  /** How long payx may leave a query unanswered before operators are alerted. */
  unansweredSeconds: 600,
} as const
