/** Bounds of requests, connections and answers. */
export const httpLimits = {
  jsonBodyBytes: 64 * 1024,
  callbackBodyBytes: 256 * 1024,
  headerBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** How long a client may read nothing of what it was answered. */
  unreadMs: 30_000,
  /** That one connection may send before the first of them is answered. */
  pipelinedRequests: 100,
  requestsPerSocket: 0,
  connections: 2_000,
  /** Of one network, a /24 or a /48. Trusted proxies, which bring many, are exempt. */
  connectionsEach: 600,
  /** Above so many, each new connection closes an idle one of the largest network. */
  roomyConnections: 1_800,
  inFlightRequests: 2_500,
  /** From so many requests at once on demand is high, and for so long after it. */
  highDemand: 24,
  highDemandMs: 100,
  /**
   * Bodies that were refused and are still being sent: how many connections wait for their end,
   * how much of one is thrown away, how long that takes, and how long nothing of it may come.
   */
  refusedBodies: 256,
  refusedBodyBytes: 32 * 1024 * 1024,
  refusedBodyMs: 10_000,
  refusedBodyQuietMs: 2_000,
  paramLength: 1_024,
  jsonDepth: 20,
  jsonKeys: 2_000,
  fieldNameChars: 100,
  drainMs: 10_000,
  readyMs: 1_000,
} as const
