export const imageLimits = {
  pixels: 25_000_000,
  atOnce: 2,
  waiting: 8,
  startMs: 10_000,
  decodeMs: 10_000,
  /** How long an idle decoding process is kept. */
  idleMs: 10_000,
  /** Several times what the largest picture within bounds takes. */
  workerBytes: 1024 * 1024 * 1024,
  watchEveryMs: 50,
  /** Bound of a picture as the service writes it; larger ones are refused. */
  cleanBytes: 32 * 1024 * 1024,
  /**
   * User and group of decoders if the service is root; outside of the ranges that systems assign.
   */
  uid: 60_715,
} as const
