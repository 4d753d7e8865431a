/**
 * Polling of codes, payouts and orders that no provider reported on, with pauses doubled from the
 * first: codes for three days, payouts for ten, orders for two, refunds for six hours. payd limits
 * such calls.
 */
export const pollingLimits = {
  everyMs: 10_000,
  items: 30,
  atOnce: 5,
  qris: { firstMs: 300_000, tries: 10 },
  payouts: { firstMs: 900_000, tries: 10 },
  refunds: { firstMs: 5_000, tries: 12 },
  payd: { firstMs: 1_800_000, tries: 7 },
} as const
