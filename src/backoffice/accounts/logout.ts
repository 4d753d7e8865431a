import type { Context } from '../../context.ts'
import { deleteOperatorSession } from '../../core/operators/operator-sessions.sql.ts'
import {
  type Audited,
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { operatorSessionOf } from '../../platform/access/operators/operator-signed-in.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'

/** Ends this session; the operator's other sessions stay. */
export const logout = (
  ctx: Pick<Context, 'db'>,
  _input: object,
  by: OperatorOperation,
  request: HttpRequest,
): Promise<Audited<void>> =>
  ctx.db.inTransaction(async (tx) => {
    await deleteOperatorSession(tx, operatorSessionOf(request))
    return audited(tx, by, { subject: { kind: 'operator', id: by.operator.id } }, undefined)
  })
