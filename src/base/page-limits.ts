/** Metrics, the OpenAPI documents and what shows them. */
export const pageLimits = {
  /** How often one network, a /24 or a /48, may ask for each page, and how many are counted. */
  asked: 60,
  windowMs: 60_000,
  networks: 10_000,
  /** How long one set of metrics is given out. */
  metricsMs: 1_000,
  /** How long a node is not ready after a request came through a proxy that is not trusted. */
  proxyMs: 600_000,
} as const
