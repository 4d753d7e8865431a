export const httpLimits = {
  jsonBodyBytes: 64 * 1024,
  callbackBodyBytes: 256 * 1024,
  headerBytes: 8 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  /** How long a client may read nothing of a response. */
  unreadMs: 30_000,
  /** Requests that one connection may send before the first is answered. */
  pipelinedRequests: 100,
  requestsPerSocket: 0,
  connections: 2_000,
  /** Per network, a /24 or a /48. Trusted proxies, which carry many clients, are exempt. */
  connectionsEach: 600,
  /** Above this number, each new connection closes an idle one of the largest network. */
  roomyConnections: 1_800,
  inFlightRequests: 2_500,
  /** Demand is high from this many concurrent requests on, and for this long afterwards. */
  highDemand: 60,
  highDemandMs: 100,
  /**
   * Refused bodies that are still being sent: connections that wait for the end, bytes discarded of
   * one, total time, and time without any data.
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
