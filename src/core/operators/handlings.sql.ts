import type { OperatorId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { clearAttestation } from './confirmations.sql.ts'

/** The ways in which an operator handles another one's credentials. */
export type Handling = 'invited' | 'reset'

/**
 * Records that an operator handled the credentials of another, whose attestation ends: another
 * person may use the account now.
 */
export async function insertHandling(
  tx: Tx,
  operator: OperatorId,
  { by, how }: Readonly<{ by: OperatorId; how: Handling }>,
): Promise<void> {
  await tx
    .insertInto('operator_handlings')
    .values({ operator_id: operator, handled_by: by, how })
    .execute()
  await clearAttestation(tx, operator)
}
