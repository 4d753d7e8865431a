export const outboundLimits = {
  timeoutMs: 10_000,
  answerBytes: 1024 * 1024,
  inFlight: 64,
  messageChars: 300,
  retryAfterSeconds: 3_600,
  /** Calls whose latencies each node remembers of a provider. */
  latencies: 100,
  breaker: { failures: 5, windowMs: 10_000, openMs: 5_000 },
} as const
