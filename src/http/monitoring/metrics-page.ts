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
 * The metrics, for Prometheus. They take long to gather, so one set is given out for a second.
 * Where strangers reach the page, too, it takes the token, unless a program on this machine asks.
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

/** At most one set is being gathered, and it serves all who ask within a second. */
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

/** A proxy on this machine brings strangers, and says so in a header. */
const forwarding = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

const isFromHere = ({ ip, headers }: HttpRequest): boolean =>
  isLoopback(ip) && forwarding.every((name) => headers[name] === undefined)

function hasToken({ config }: Pick<Context, 'config'>, request: HttpRequest): boolean {
  const given = /^Bearer (\S+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1]
  return config.metricsToken !== null && given !== undefined
    ? equalSecrets(given, config.metricsToken)
    : false
}
