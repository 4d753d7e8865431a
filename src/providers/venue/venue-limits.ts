export const venueLimits = {
  /** How far the time of a signed event may differ from ours, either way. */
  eventWindowMs: 300_000,
  recvWindowMs: 5_000,
  /** The venue's engine gives up after ten seconds and then reports an unknown outcome. */
  timeoutMs: 11_000,
  /** Shorter, since users wait for market data and cached data can replace it. */
  marketTimeoutMs: 3_000,
  inFlight: 256,
  /** Concurrent public reads. */
  publicInFlight: 32,
  /** How long a measured offset of the venue's clock is valid. */
  clockMs: 600_000,
  listItems: 1_000,
  /** The venue lists a balance of each asset that it ever had. */
  assets: 10_000,
  symbols: 100,
  filters: 40,
  rateLimits: 20,
  /** Price levels of each side that the depth is read to; more levels weigh more. */
  depthLevels: 100,
  candles: 1_000,
  /** Candles are requested in fixed pages of this size, which all users share. */
  candlesAPage: 500,
  /** How many pages the longest list may span, and one from before its market began. */
  candlePageReads: 4,
  candlePages: 200,
  /** How long a page is cached if its last candle is open, and if it is closed. */
  openPageMs: 2_000,
  closedPageMs: 600_000,
  /** A candle does not change any more this long after its end. */
  candleSettledMs: 10_000,
  events: 1_000,
  eventBytes: 256 * 1024,
  /** Defaults until the venue reports its limits. */
  weightAMinute: 6_000,
  ordersIn10Seconds: 100,
  ordersADay: 200_000,
  /** Open orders per symbol that the venue accepts, until it reports its limit. */
  openOrdersASymbol: 200,
  /** One user has less than this part (1/n) of the open orders that the venue accepts. */
  openOrdersPart: 10,
  /** Shares of the request weight of a minute; public reads never get more than theirs. */
  sharePercent: { orders: 35, price: 20, account: 25, public: 20 },
  /** The part of all weight that only cancels use, taken from the share of orders. */
  cancelPercent: 5,
  /** Counts reported this soon after a window began may be those of the last window. */
  settledMs: 1_000,
  /**
   * Below the calm percentage of a window's orders, fairness refuses no user. The last part is for
   * users without orders in the window.
   */
  orderShares: { calmPercent: 50, newcomersPercent: 10 },
  banSeconds: 3 * 86_400,
  throttledSeconds: 60,
  stream: {
    connectMs: 10_000,
    /** The venue closes a connection after 24 hours. */
    renewMs: 23 * 3_600_000,
    pingEveryMs: 10_000,
    silentMs: 30_000,
    backoff: { firstMs: 500, longestMs: 30_000 },
    closeMs: 2_000,
  },
  /** The interval of the candles that the market stream sends. */
  liveInterval: '1m',
  /** Price levels of each side, and trades, that the live market shows. */
  liveLevels: 20,
  liveTrades: 20,
  pricesEveryMs: 1_000,
  quietPricesEveryMs: 2_500,
  /** Lists show an observed price up to this age; else the venue is queried. */
  shownPriceMs: 2_000,
  /** A streamed price is polled after this long without an update. */
  streamedPriceMs: 2_500,
  compareEveryMs: 60_000,
  candlesAMinute: 240,
  testOrdersAMinute: 60,
  staleSeconds: 3_600,
} as const
