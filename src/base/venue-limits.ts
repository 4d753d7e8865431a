/** The bounds of what we ask of the venue, and of what it may answer. */
export const venueLimits = {
  recvWindowMs: 5_000,
  /** Its engine gives up after ten seconds and then says that it does not know. */
  timeoutMs: 11_000,
  /** People wait for market data, and what was kept serves when there is none. */
  marketTimeoutMs: 3_000,
  inFlight: 256,
  /** How long our measure of its clock is good for. */
  clockMs: 600_000,
  listItems: 1_000,
  symbols: 100,
  filters: 40,
  rateLimits: 20,
  candles: 1_000,
  events: 1_000,
  eventBytes: 256 * 1024,
  /** Until the venue says how much it bears. */
  weightAMinute: 6_000,
  ordersIn10Seconds: 100,
  /** Market data stops first, then what is asked of the account, and orders last. */
  sharePercent: { market: 50, account: 80, order: 95 },
  banSeconds: 3 * 86_400,
  throttledSeconds: 60,
  stream: {
    connectMs: 10_000,
    /** Its servers end a connection after a day. */
    renewMs: 23 * 3_600_000,
    pingEveryMs: 10_000,
    silentMs: 30_000,
    backoff: { firstMs: 500, longestMs: 30_000 },
    closeMs: 2_000,
  },
  pricesEveryMs: 1_000,
  compareEveryMs: 60_000,
  candlesAMinute: 240,
  testOrdersAMinute: 60,
  staleSeconds: 3_600,
} as const
