import { sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/driver/delete-in-steps.sql.ts'
import { insertRows } from '../database/driver/insert.ts'
import { operatorLimits } from './operator-limits.ts'

/** Stores the token of a new link; invalidates the operator's older one. */
export async function replaceInvitation(
  tx: Tx,
  operator: OperatorId,
  digest: Buffer,
): Promise<void> {
  const ttlSeconds = operatorLimits.invitationTtlSeconds
  await insertRows(tx, 'operator_invitations', [{ operator_id: operator, digest }], {
    computed: { expires_at: sql`now() + make_interval(secs => ${ttlSeconds})` },
    unique: ['operator_id'],
    replace: {},
  })
}

const isAlive = sql<boolean>`expires_at > now()`

export async function isInvitationAlive(
  db: Pick<Database, 'read'>,
  digest: Buffer,
): Promise<boolean> {
  const row = await db.read
    .selectFrom('operator_invitations')
    .where('digest', '=', digest)
    .where(isAlive)
    .select('operator_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a link and returns its operator; of concurrent attempts all but one return null. */
export async function spendInvitation(tx: Tx, digest: Buffer): Promise<OperatorId | null> {
  const spent = await tx
    .deleteFrom('operator_invitations')
    .where('digest', '=', digest)
    .where(isAlive)
    .returning('operator_id')
    .executeTakeFirst()
  return spent?.operator_id ?? null
}

export async function deleteInvitation(tx: Tx, operator: OperatorId): Promise<void> {
  await tx.deleteFrom('operator_invitations').where('operator_id', '=', operator).execute()
}

export const deleteExpiredInvitations = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'operator_invitations', sql`expires_at < now()`)
