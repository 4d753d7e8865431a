import { equalSecrets } from '../../base/crypto.ts'
import { limits } from '../../base/limits.ts'
import { refuse } from '../../base/refusal.ts'
import { isLoopback } from '../../base/settings.ts'
import type { Context } from '../../context.ts'
import { pageRate } from '../pages/page-rate.ts'
import { answerEncoded, type Encoded, encode } from '../responses/encoded.ts'
import { barePage, type HttpRequest, headerOf, type Route } from '../route.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves the metrics for Prometheus. Gathering is slow, so one set is cached for a second. On a
 * guarded listener the page requires the token, except for local requests.
 */
export function metricsRoute(metrics: Metrics, { isGuarded }: { isGuarded: boolean }): Route {
  const rate = pageRate(limits.pages)
  const gathered = gatherer(metrics)
  return {
    ...barePage,
    path: '/metrics',
    cacheControl: 'no-store',
    serve: async (ctx, { request }) => {
      if (isGuarded && !isFromHere(request) && !hasToken(ctx, request)) {
        refuse('auth.unauthenticated')
      }
      rate(ctx, request)
      return answerEncoded(await gathered(ctx), request)
    },
  }
}

/** Gathers one set at a time, and serves it to all requests within a second. */
function gatherer({ registry }: Metrics): (ctx: Pick<Context, 'clock'>) => Promise<Encoded> {
  let held: Readonly<{ page: Promise<Encoded>; madeMs: number }> | null = null
  const gather = async () =>
    encode(registry.contentType, Buffer.from(await registry.metrics()), ['gzip'])
  return ({ clock }) => {
    const nowMs = clock.monotonicMs()
    if (held !== null && nowMs - held.madeMs < limits.pages.metricsMs) return held.page
    const page = gather()
    held = { page, madeMs: nowMs }
    page.catch(() => {
      if (held?.page === page) held = null
    })
    return page
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
