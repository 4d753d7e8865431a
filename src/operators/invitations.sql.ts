import { sql } from 'kysely'
import { type OperatorId, operatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/delete-in-steps.sql.ts'

/** Stores the token of a new link; invalidates the operator's older one. */
export async function replaceInvitation(
  tx: Tx,
  operator: OperatorId,
  digest: Buffer,
): Promise<void> {
  await sql`
    insert into operator_invitations (operator_id, digest, expires_at)
    values (${operator}, ${digest},
            now() + make_interval(secs => ${limits.operators.invitationTtlSeconds}))
    on conflict (operator_id) do update
    set digest = excluded.digest, expires_at = excluded.expires_at`.execute(tx)
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
  return spent === undefined ? null : operatorId(spent.operator_id)
}

export async function deleteInvitation(tx: Tx, operator: OperatorId): Promise<void> {
  await tx.deleteFrom('operator_invitations').where('operator_id', '=', operator).execute()
}

export const deleteExpiredInvitations = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(db, 'operator_invitations', sql`expires_at < now()`)
