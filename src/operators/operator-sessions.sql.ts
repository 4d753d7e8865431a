import { sql } from 'kysely'
import { type OperatorId, operatorId } from '../base/ids.ts'
import { limits } from '../base/limits.ts'
import type { Database, Tx } from '../database/database.ts'
import { deleteInSteps } from '../database/delete-in-steps.sql.ts'

const bounds = limits.operators

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
      expires_at: sql<Date>`now() + make_interval(secs => ${bounds.sessionTtlSeconds})`,
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
  const found = await sql<{ operator: number; resting: boolean }>`
    select operator_id as operator, last_seen_at < now() - interval '1 minute' as resting
    from operator_sessions
    where digest = ${digest} and expires_at > now()
      and last_seen_at > now() - make_interval(secs => ${bounds.idleSeconds})`.execute(db.read)
  const [row] = found.rows
  if (row === undefined) return null
  if (row.resting) {
    await sql`update operator_sessions set last_seen_at = now() where digest = ${digest}`.execute(
      db.read,
    )
  }
  return operatorId(row.operator)
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

/** Deletes expired and idle sessions. */
export const deleteExpiredOperatorSessions = (db: Pick<Database, 'read'>): Promise<number> =>
  deleteInSteps(
    db,
    'operator_sessions',
    sql`expires_at < now()
      or last_seen_at < now() - make_interval(secs => ${bounds.idleSeconds})`,
  )
