import { refuse } from '../../../base/refusal.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import type { Access } from '../../http/endpoint/endpoint.ts'

const bearer = /^Bearer ([\x21-\x7e]{1,500})$/

/** A callback of the report queue, with the configured Bearer token. */
export const reportQueueToken: Access<null> = {
  name: 'report queue token',
  scheme: 'bearer',
  refusals: ['api.report_unauthorized'],
  admit: (ctx, request) => {
    const { authorization } = request.headers
    const token = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
    const { token: first, second } = ctx.config.reportQueue
    if (token !== undefined && isEither(token, first, second.token)) return null
    return refuse('api.report_unauthorized')
  },
}

/** Whether a secret is the first one, or the second of a change. */
function isEither(given: string, first: string, second: string | null): boolean {
  const isFirst = equalSecrets(given, first)
  const isSecond = second !== null && equalSecrets(given, second)
  return isFirst || isSecond
}

/** Returns the report kind of a client secret. Always compares all three, for constant time. */
export function kindOfSecret(ctx: Pick<Context, 'config'>, secret: string): 'A' | 'B' | 'C' {
  const { secrets, second } = ctx.config.reportQueue
  const [isA, isB, isC] = (['A', 'B', 'C'] as const).map((kind) =>
    isEither(secret, secrets[kind], second[kind]),
  )
  if (isA) return 'A'
  if (isB) return 'B'
  return isC ? 'C' : refuse('api.report_unauthorized')
}
