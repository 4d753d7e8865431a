import { refuse } from '../../base/refusal.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { findUser, type User } from '../../core/users/users.sql.ts'
import type { OperatorOperation } from '../../platform/access/operators/operator-endpoint.ts'

/** Returns the user, and refuses if the user has the operator's own email address. */
export async function notOnesOwn(
  db: Tx | Database['read'],
  user: UserId,
  { operator }: OperatorOperation,
): Promise<User> {
  const owner = await findUser(db, user)
  if (owner === null) return refuse('api.user_not_found')
  return owner.email === operator.email ? refuse('api.operator_own_money') : owner
}

/** Refusals of decisions that take two operators, each with a code of their own authenticator. */
export const twoPersonRefusals = [
  'api.second_operator_needed',
  'api.operator_not_confirmed',
  'auth.otp_failed',
  'api.too_many_requests',
] as const
