export const objectStoreLimits = {
  callMs: 10_000,
  connectMs: 2_000,
  tries: 2,
  retryMs: 100,
  inFlight: 16,
  /** The largest picture, encrypted. */
  objectBytes: 33 * 1024 * 1024,
  listItems: 1_000,
  /** Remains of an interrupted write are removed from a folder after this. */
  brokenOffMs: 3_600_000,
} as const
