/** Responses of megabytes, from before they are made until the client has read them. */
export const largeAnswerLimits = {
  bytes: 128 * 1024 * 1024,
  /** Per network; enough for the largest picture. */
  bytesEach: 32 * 1024 * 1024,
  /** The least that a response counts as, which bounds the number of small ones. */
  leastBytes: 1024 * 1024,
  waiting: 128,
  waitingEach: 32,
  waitMs: 10_000,
  /** How long a client may take to read one. */
  sendMs: 60_000,
} as const
