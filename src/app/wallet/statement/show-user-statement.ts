import type { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import { userId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { Operator } from '../../../core/operators/operators.sql.ts'
import { findUser } from '../../../core/users/users.sql.ts'
import type { ById } from '../../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../../platform/access/operators/operator-endpoint.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { type ShowAccountStatement, writeStatement } from './show-account-statement.ts'

/**
 * Streams the statement of a user as the user gets it; audits the access.
 *
 * @transactions the access is audited before the statement is read.
 */
export async function showUserStatement(
  ctx: Context,
  { id, ...input }: z.output<typeof ById> & z.output<typeof ShowAccountStatement>,
  operator: Operator,
  request: HttpRequest,
) {
  const user = (await findUser(ctx.db.read, userId(id))) ?? refuse('api.user_not_found')
  await noteLook(ctx, { action: 'user.statement', operator, request }, { kind: 'user', id })
  return writeStatement(ctx, input, user.id, { ip: request.ip, isNamed: true })
}
