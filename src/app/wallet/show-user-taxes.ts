import type { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { userId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Operator } from '../../core/operators/operators.sql.ts'
import { findUser } from '../../core/users/users.sql.ts'
import type { ById } from '../../platform/access/operators/change-contracts.ts'
import { noteLook } from '../../platform/access/operators/operator-endpoint.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { type ReportTaxes, writeReport } from './report-taxes.ts'

/** Streams the tax report of a user as the user gets it; audits the access. */
export async function showUserTaxes(
  ctx: Context,
  { id, ...input }: z.output<typeof ById> & z.output<typeof ReportTaxes>,
  operator: Operator,
  request: HttpRequest,
) {
  const user = (await findUser(ctx.db.read, userId(id))) ?? refuse('api.user_not_found')
  await noteLook(ctx, { action: 'user.tax-report', operator, request }, { kind: 'user', id })
  return writeReport(ctx, input, user, { ip: request.ip, isNamed: true })
}
