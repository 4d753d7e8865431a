/** The bounds of what we ask of the venue, and of what it may answer. */
export const venueLimits = {
  recvWindowMs: 5_000,
  /** Its engine gives up after ten seconds and then says that it does not know. */
  timeoutMs: 11_000,
  /** People wait for market data, and what was kept serves when there is none. */
  marketTimeoutMs: 3_000,
  inFlight: 256,
  /** Public reads under way at once. */
  publicInFlight: 32,
  /** How long our measure of its clock is good for. */
  clockMs: 600_000,
  listItems: 1_000,
  symbols: 100,
  filters: 40,
  rateLimits: 20,
  /** Prices of each side that the depth is read to: more of them weigh more. */
  depthLevels: 100,
  candles: 1_000,
  /** Candles are asked for in fixed runs of so many, which everybody shares. */
  candlesAPage: 500,
  /** As many as the longest list may touch. */
  candlePageReads: 3,
  candlePages: 200,
  /** How long a page serves whose last candle goes on, and one that is over. */
  openPageMs: 2_000,
  closedPageMs: 600_000,
  /** A candle does not change any more so long after its end. */
  candleSettledMs: 10_000,
  events: 1_000,
  eventBytes: 256 * 1024,
  /** Until the venue says how much it bears. */
  weightAMinute: 6_000,
  ordersIn10Seconds: 100,
  ordersADay: 200_000,
  /** Open orders of a symbol that the venue accepts, until it says so. */
  openOrdersASymbol: 200,
  /** One user has fewer open orders than one part in so many of what the venue accepts. */
  openOrdersPart: 10,
  /** How the request weight of a minute is shared; public reads never get more. */
  sharePercent: { orders: 35, price: 20, account: 25, public: 20 },
  /** The part of all weight that only cancels use, out of the share of orders. */
  cancelPercent: 5,
  /** Counts that the venue reports so soon after a window began may be of the last one. */
  settledMs: 1_000,
  /**
   * Until so much of a window's orders is taken nobody is refused a place in it; the last part is
   * for users who have none.
   */
  orderShares: { calmPercent: 50, newcomersPercent: 10 },
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
  /** Lists show an observed price that is no older; else the venue is asked. */
  shownPriceMs: 2_000,
  /** A price of the stream is polled if nothing was heard of it for so long. */
  streamedPriceMs: 2_500,
  compareEveryMs: 60_000,
  candlesAMinute: 240,
  testOrdersAMinute: 60,
  staleSeconds: 3_600,
} as const
