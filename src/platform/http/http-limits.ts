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
  /** Responses that stay open: at least all streams of users and listeners to the market. */
  openAnswers: 11_000,
  /** Per network, a /24 or a /48. Trusted proxies, which carry many clients, are exempt. */
  connectionsEach: 600,
  /** Above this number, each new connection closes an idle one of the largest network. */
  roomyConnections: 1_800,
  inFlightRequests: 2_500,
  /** Demand is high from this many concurrent requests on, and for this long afterwards. */
  highDemand: 24,
  highDemandMs: 100,
  /** The node rests if it had no request for this long. */
  restMs: 40,
  /** After this long without a request, work that only requests need is done less often. */
  quietAfterMs: 30_000,
  /**
   * Refused bodies that are still being sent: connections that wait for the end, bytes discarded of
   * one, total time, and time without any data.
   */
  refusedBodies: 256,
  refusedBodyBytes: 32 * 1024 * 1024,
  refusedBodyMs: 10_000,
  refusedBodyQuietMs: 2_000,
  paramLength: 1_024,
  drainMs: 10_000,
  readyMs: 1_000,
  diskSpaceMs: 5_000,
} as const

/** Bounds of metrics, of the OpenAPI documents and of their viewer. */
export const pageLimits = {
  /** Requests per page and network (a /24 or a /48) in each window, and the networks counted. */
  asked: 60,
  windowMs: 60_000,
  networks: 10_000,
  /** How long one set of metrics is cached. */
  metricsMs: 1_000,
  /** How long a contact for reports of vulnerabilities may be relied on: half a year. */
  contactMs: 15_552_000_000,
} as const

export const idempotencyLimits = {
  keptSeconds: 24 * 3_600,
  runSeconds: 30,
  /** How long a node must show nothing of itself until its claims lapse. */
  deadPauseMs: 1_000,
} as const

export const networkLimits = {
  /** All networks of an IPv6 /48 share this many times the points of one /64. */
  widePointsFactor: 4,
} as const

export const emailLimits = {
  maxChars: 255,
} as const
