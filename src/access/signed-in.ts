import { refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { Access, HttpRequest } from '../http/endpoint.ts'
import { type Bearer, findBearer } from './tokens.sql.ts'
import { digestOfToken } from './tokens.ts'

/** The user behind a request. */
export type Caller = Bearer

const bearer = /^Bearer +([A-Za-z0-9_-]{1,200})$/i

/** A live access token of a verified account that is not suspended (specification part 5). */
export const signedIn: Access<Caller> = {
  name: 'signed in',
  scheme: 'bearer',
  refusals: ['auth.unauthenticated', 'auth.email_not_verified', 'auth.account_suspended'],
  callerKey: (caller) => `user:${caller.id}`,
  admit: async (ctx, request) => {
    const caller = await findCaller(ctx, request)
    if (caller === null) return refuse('auth.unauthenticated')
    if (caller.suspended) return refuse('auth.account_suspended')
    if (!caller.emailVerified) return refuse('auth.email_not_verified')
    return caller
  },
}

function findCaller(ctx: Pick<Context, 'db'>, request: HttpRequest): Promise<Caller | null> {
  const { authorization } = request.headers
  const token = typeof authorization === 'string' ? bearer.exec(authorization)?.[1] : undefined
  return token === undefined ? Promise.resolve(null) : findBearer(ctx.db, digestOfToken(token))
}
