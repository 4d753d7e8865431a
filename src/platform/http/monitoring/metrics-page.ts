import { cachedCalls } from '../../../base/concurrency/cache.ts'
import { refuse } from '../../../base/refusal.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import { isLoopback } from '../../../base/settings/environment.ts'
import type { Context } from '../../../context.ts'
import { pageLimits } from '../http-limits.ts'
import { pageRate } from '../pages/page-rate.ts'
import { answerEncoded, type Encoded, encode } from '../responses/encoded.ts'
import { barePage, type HttpRequest, headerOf, type Route } from '../route.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves the metrics for Prometheus. Gathering is slow, so one set is cached for a second. On a
 * guarded listener the page requires the token, except for local requests.
 */
export function metricsRoute(
  metrics: Metrics,
  { clock }: Pick<Context, 'clock'>,
  { isGuarded }: { isGuarded: boolean },
): Route {
  const rate = pageRate(pageLimits)
  const maxAgeMs = pageLimits.metricsMs
  const gathered = cachedCalls<Encoded>({ entries: 1, maxAgeMs, clock })
  const gather = async () =>
    encode(metrics.registry.contentType, Buffer.from(await metrics.gather()), ['gzip'])
  return {
    ...barePage,
    path: '/metrics',
    cacheControl: 'no-store',
    serve: async (ctx, { request }) => {
      if (isGuarded && !isFromHere(request) && !hasToken(ctx, request)) {
        refuse('auth.unauthenticated')
      }
      rate(ctx, request)
      return answerEncoded(await gathered('page', gather), request)
    },
  }
}

/** A local proxy forwards outside clients, which these headers show. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

const isFromHere = ({ ip, headers }: HttpRequest): boolean =>
  isLoopback(ip) && forwarding.every((name) => headers[name] === undefined)

function hasToken({ config }: Pick<Context, 'config'>, request: HttpRequest): boolean {
  const given = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  return config.metricsToken !== null && given !== undefined
    ? equalSecrets(given, config.metricsToken)
    : false
}
