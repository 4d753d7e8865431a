/** Bounds of metrics, of the OpenAPI documents and of their viewer. */
export const pageLimits = {
  /** Requests per page and network (a /24 or a /48) in each window, and the networks counted. */
  asked: 60,
  windowMs: 60_000,
  networks: 10_000,
  /** How long one set of metrics is cached. */
  metricsMs: 1_000,
  /** How long a node is not ready after a request through an untrusted proxy. */
  proxyMs: 600_000,
} as const
