import type { FastifyInstance } from 'fastify'
import { Refused } from '../refused.ts'
import { minutes, type Schedule } from '../schedule.ts'

/** Published for live keys: requests per account and endpoint in a sliding minute. */
const perMinute = 600

/** The times of recent requests by endpoint. */
export type Requests = Map<string, number[]>

/**
 * Refuses requests above the published rate, in provider time, and reports the rate in every
 * response.
 */
export function limitRates(api: FastifyInstance, clock: Schedule, requests: Requests): void {
  const windowMs = clock.lasting(minutes(1))

  api.addHook('onRequest', async ({ method, routeOptions }, reply) => {
    const endpoint = `${method} ${routeOptions.url}`
    const now = performance.now()
    const times = (requests.get(endpoint) ?? []).filter((time) => time > now - windowMs)
    const isAbove = times.length >= perMinute
    if (!isAbove) times.push(now)
    requests.set(endpoint, times)
    reply.header('rate-limit-limit', `${perMinute}`)
    reply.header('rate-limit-remaining', `${perMinute - times.length}`)
    reply.header('rate-limit-reset', (((times[0] ?? now) + windowMs - now) / 1_000).toFixed(2))
    if (isAbove) throw new Refused(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests')
  })
}
