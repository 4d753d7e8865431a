export const priceLimits = {
  sandboxEveryMs: 10_000,
  /** One sample per pair is kept for each interval, for a day. */
  sampleSeconds: 10,
  samplesKeptSeconds: 86_400,
  /** A median of fewer samples than this confirms no price. */
  leastSamples: 30,
} as const
