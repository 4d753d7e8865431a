import { refuse } from '../../../base/refusal.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import type { Access } from '../../http/endpoint/admit.ts'

const bearer = /^Bearer ([\x21-\x7e]{1,500})$/

/** A callback of the report queue, with the configured Bearer token. */
export const reportQueueToken: Access<null> = {
  name: 'report queue token',
  scheme: 'bearer',
  refusals: ['api.report_unauthorized'],
  admit: (ctx, request) => {
    const { authorization } = request.headers
    const token = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
    if (token !== undefined && isOneOf(ctx.config.reportQueue.tokens, token)) return null
    return refuse('api.report_unauthorized')
  },
}

/** Always compares all, for constant time. */
const isOneOf = (secrets: readonly string[], given: string): boolean =>
  secrets.map((secret) => equalSecrets(given, secret)).includes(true)

/** Returns the report kind of a client secret. Always compares all three, for constant time. */
export function kindOfSecret(ctx: Pick<Context, 'config'>, secret: string): 'A' | 'B' | 'C' {
  const { A, B, C } = ctx.config.reportQueue.secrets
  const [isA, isB, isC] = [A, B, C].map((secrets) => isOneOf(secrets, secret))
  if (isA) return 'A'
  if (isB) return 'B'
  return isC ? 'C' : refuse('api.report_unauthorized')
}
