import { type OperatorId, operatorId } from '../../src/base/values/ids.ts'
import type { Database } from '../../src/core/database/database.ts'
import { insertHandling } from '../../src/core/operators/handlings.sql.ts'
import { insertOperator } from '../../src/core/operators/operators.sql.ts'

/** An admin in the database, confirmed; or invited by another one, and unconfirmed. */
export async function storeOperator(
  db: Database,
  name: string,
  by?: OperatorId,
): Promise<OperatorId> {
  const account = { email: `${name}@tukar.test`, role: 'admin', passwordHash: 'x' } as const
  const operator = { ...account, passwordInitial: false, confirmed: by === undefined }
  const id = operatorId((await db.inTransaction((tx) => insertOperator(tx, operator))) ?? 0)
  if (by !== undefined) await handle(db, id, by)
  return id
}

/** Records that an operator handled another one's credentials. */
export const handle = (db: Database, operator: OperatorId, by: OperatorId) =>
  db.inTransaction((tx) => insertHandling(tx, operator, { by, how: 'invited' }))
