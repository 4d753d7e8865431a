import type { OperatorId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'

/** The ways in which an operator handles another one's credentials. */
export type Handling = 'invited' | 'reset'

/** Records that an operator handled the credentials of another. */
export async function insertHandling(
  tx: Tx,
  operator: OperatorId,
  { by, how }: Readonly<{ by: OperatorId; how: Handling }>,
): Promise<void> {
  await tx
    .insertInto('operator_handlings')
    .values({ operator_id: operator, handled_by: by, how })
    .execute()
}
