/** The bounds of what payx is asked about, after its callbacks reported it. */
export const payxLimits = {
  /** Payments one job asks about. */
  askItems: 25,
  /** Denials after which a payment is refused; with the growing pauses of jobs, four minutes. */
  deniedTries: 6,
  /** How often one payment may be reported and be asked about anew. */
  reportTimes: 20,
  /** How long payx may leave a question unanswered before operators are alerted. */
  unansweredSeconds: 600,
  /** Denials of a payout's end after which operators are alerted, and the first pause, doubled. */
  payoutDeniedTries: 4,
  payoutPauseMs: 5_000,
} as const
