export const historyLimits = {
  statementMs: 2_000,
  /** How long the end of a page is remembered. */
  placeSeconds: 900,
  firstTaxYear: 2009,
  lastTaxYear: 2099,
} as const
