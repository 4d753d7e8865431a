import { sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/driver/delete-in-steps.sql.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { operatorLimits } from './operator-limits.ts'
import type { Role } from './roles.ts'

/** Stores a session by the digest of its token; returns its expiry by the database's clock. */
export async function insertOperatorSession(
  tx: Tx,
  digest: Buffer,
  operator: OperatorId,
): Promise<Date> {
  const row = await tx
    .insertInto('operator_sessions')
    .values({
      digest,
      operator_id: operator,
      expires_at: sql<Date>`now() + make_interval(secs => ${operatorLimits.sessionTtlSeconds})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return row.expires_at
}

/**
 * Returns the operator of a live session, or null. Each use restarts the idle timeout; this is
 * written at most once a minute.
 */
export async function findOperatorSession(
  db: Pick<Database, 'read'>,
  digest: Buffer,
): Promise<OperatorId | null> {
  const found = await readRows(db.read, { operator: 'operatorId', resting: 'boolean' })`
    select operator_id as operator, last_seen_at < now() - interval '1 minute' as resting
    from operator_sessions
    where digest = ${digest} and expires_at > now()
      and last_seen_at > now() - make_interval(secs => ${operatorLimits.idleSeconds})`
  const [row] = found
  if (row === undefined) return null
  if (row.resting) {
    await sql`update operator_sessions set last_seen_at = now() where digest = ${digest}`.execute(
      db.read,
    )
  }
  return row.operator
}

/**
 * Whether a session is live and its operator still has the role. Unlike `findOperatorSession`, it
 * does not count as a use of the session.
 */
export async function isLiveSession(
  db: Pick<Database, 'read'>,
  digest: Buffer,
  { id, role }: Readonly<{ id: OperatorId; role: Role }>,
): Promise<boolean> {
  const found = await readRows(db.read, { live: 'boolean' })`
    select true as live
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.digest = ${digest} and s.expires_at > now()
      and s.last_seen_at > now() - make_interval(secs => ${operatorLimits.idleSeconds})
      and o.id = ${id} and o.role = ${role} and o.disabled_at is null`
  return found.length > 0
}

export async function deleteOperatorSession(tx: Tx, digest: Buffer): Promise<void> {
  await tx.deleteFrom('operator_sessions').where('digest', '=', digest).execute()
}

/** Ends every session of an operator, except that of the token `but`. */
export async function deleteOperatorSessions(
  tx: Tx,
  operator: OperatorId,
  but: Buffer | null = null,
): Promise<void> {
  await sql`
    delete from operator_sessions
    where operator_id = ${operator} and digest is distinct from ${but}::bytea`.execute(tx)
}

export const deleteExpiredOperatorSessions = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'operator_sessions',
    sql`expires_at < now()
      or last_seen_at < now() - make_interval(secs => ${operatorLimits.idleSeconds})`,
  )
