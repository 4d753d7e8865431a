import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import { deleteOperatorSessions } from '../../core/operators/operator-sessions.sql.ts'
import { lockOperator, updatePassword } from '../../core/operators/operators.sql.ts'
import { operatorCode, withOperatorStepUp } from '../../platform/access/operators/operator-code.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { operatorSessionOf } from '../../platform/access/operators/operator-signed-in.ts'
import { typedPassword } from '../../platform/access/passwords/check-password.ts'
import { isLeaked } from '../../platform/access/passwords/leaked-passwords.ts'
import { hashPassword, queuePlaceOf } from '../../platform/access/passwords/passwords.ts'
import { confirmed, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { newOperatorPassword } from './operator-contracts.ts'
import { provenSelf } from './own-password.ts'

export const ChangePassword = confirmed(
  z.object({
    currentPassword: typedPassword,
    password: newOperatorPassword,
    password_confirmation: newOperatorPassword,
    otpCode: optional(operatorCode),
  }),
  'password',
)

/** Replaces the caller's own password, and ends the caller's other sessions. */
export async function changePassword(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { currentPassword, password, otpCode }: z.output<typeof ChangePassword>,
  by: OperatorOperation,
  request: HttpRequest,
): Promise<Audited<void>> {
  const { operator } = by
  const known = await provenSelf(ctx, currentPassword, by, request)
  if (currentPassword.normalize('NFKC') === password.normalize('NFKC')) {
    return refuse('api.nothing_to_change')
  }
  if (await isLeaked(password)) return refuse('api.operator_password_leaked')
  const passwordHash = await hashPassword(ctx.random, password, queuePlaceOf(request))
  return withOperatorStepUp(ctx, { ...by, operator: known }, otpCode, async (tx) => {
    const now = await lockOperator(tx, operator.id)
    if (now?.passwordHash !== known.passwordHash) return refuse('auth.password')
    await updatePassword(tx, operator.id, passwordHash)
    await deleteOperatorSessions(tx, operator.id, operatorSessionOf(request))
    return audited(tx, by, { subject: { kind: 'operator', id: operator.id } }, undefined)
  })
}
