import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { sha256 } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import {
  findOperatorSession,
  isLiveSession,
} from '../../../core/operators/operator-sessions.sql.ts'
import { findOperator, type Operator } from '../../../core/operators/operators.sql.ts'
import { mayActAs, type Role } from '../../../core/operators/roles.ts'
import type { Access } from '../../http/endpoint/admit.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import { bearerOf } from '../signed-in.ts'

/** The digest of the operator token that a request carries, as stored. */
export const operatorSessionOf = (request: HttpRequest): Buffer => sha256(bearerOf(request) ?? '')

/**
 * Returns the operator whose token the request carries. Users' tokens are separate, in another
 * table.
 */
async function admitOperator(ctx: Pick<Context, 'db'>, request: HttpRequest): Promise<Operator> {
  if (bearerOf(request) === undefined) return refuse('auth.unauthenticated')
  const id = await findOperatorSession(ctx.db, operatorSessionOf(request))
  const operator = id === null ? null : await findOperator(ctx.db.read, id)
  if (operator === null || operator.disabledAt !== null) return refuse('auth.unauthenticated')
  const { passwordHash: _, ...rest } = operator
  return rest
}

const common = {
  scheme: 'operatorBearer',
  callerKey: (operator: Operator) => `operator:${operator.id}`,
} as const

const roleRefusals: readonly RefusalKey[] = [
  'auth.unauthenticated',
  'api.operator_password_initial',
  'api.operator_twofa_required',
  'api.operator_not_permitted',
]

/**
 * Requires an operator with one of these roles or one that includes it: every operator is a viewer,
 * and an admin has every role. The initial password must have been changed, and in production an
 * authenticator must be bound.
 */
export const operatorAs = (...needed: readonly [Role, ...Role[]]): Access<Operator> => ({
  ...common,
  name: `operator: ${needed.join(' or ')}`,
  refusals: roleRefusals,
  admit: async (ctx, request) => {
    const operator = await admitOperator(ctx, request)
    if (operator.passwordInitial) return refuse('api.operator_password_initial')
    if (ctx.config.production && !operator.bind2FA) return refuse('api.operator_twofa_required')
    const isPermitted = needed.some((role) => mayActAs(operator.role, role))
    return isPermitted ? operator : refuse('api.operator_not_permitted')
  },
})

/**
 * Requires any operator, for actions that concern only themselves: signing out, their password,
 * their factors.
 */
export const operatorThemselves: Access<Operator> = {
  ...common,
  name: 'operator',
  refusals: ['auth.unauthenticated'],
  admit: admitOperator,
}

/**
 * Whether the request's session still stands and its operator has the same role, for responses that
 * stay open. It does not count as a use of the session.
 */
export const isStillOperator = (
  ctx: Pick<Context, 'db'>,
  operator: Operator,
  request: HttpRequest,
): Promise<boolean> => isLiveSession(ctx.db, operatorSessionOf(request), operator)
