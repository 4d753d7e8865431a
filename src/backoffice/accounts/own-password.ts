import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { findOperator, type KnownOperator } from '../../core/operators/operators.sql.ts'
import {
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { checkPassword } from '../../platform/access/passwords/check-password.ts'
import { assertHashCapacity, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceRate, forgetTries } from '../../platform/http/endpoint/throttle.ts'
import { accountOf } from './login.ts'

/**
 * As many tries as for sign-ins, but over all networks: a stolen token can be used from anywhere.
 */
const ownGuesses: CounterRule = { name: 'operator-passwords', points: 5, windowSeconds: 300 }

/** Returns the caller's own record if the password is right; audits a wrong one. */
export async function provenSelf(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  typed: string,
  by: OperatorOperation,
  request: HttpRequest,
): Promise<KnownOperator> {
  const { id, email } = by.operator
  const counted = String(id)
  assertHashCapacity(queuePlaceOf(request))
  await enforceRate(ctx, ownGuesses, counted, { refusal: 'auth.throttle' })
  const find = () => findOperator(ctx.db.read, id)
  const account = { email: accountOf(email), find, isOwn: true }
  const { user: known, matches } = await checkPassword(ctx, request, account, typed)
  if (known === null || !matches) {
    const entry = { ...by, action: 'operator.password-failed' }
    const subject = { kind: 'operator', id }
    await ctx.db.inTransaction((tx) => audited(tx, entry, { subject }, null))
    return refuse('auth.password')
  }
  await forgetTries(ctx, ownGuesses, counted)
  return known
}
