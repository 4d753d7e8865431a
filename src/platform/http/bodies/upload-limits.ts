export const uploadLimits = {
  atOnce: 32,
  /** Per caller. */
  atOnceEach: 4,
  /** Interval between the starts of two bodies, and how many may wait for it. */
  everyMs: 60,
  waiting: 128,
  files: 4,
  parts: 30,
  fieldBytes: 64 * 1024,
  overheadBytes: 256 * 1024,
} as const
