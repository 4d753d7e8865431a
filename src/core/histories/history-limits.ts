export const historyLimits = {
  statementMs: 2_000,
  /** How long the end of a page is remembered, and the longest span of a search in days. */
  placeSeconds: 900,
  days: 366,
  firstTaxYear: 2009,
  lastTaxYear: 2099,
} as const
