import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { jakartaDayStart } from '../../../core/database/driver/times.sql.ts'

/** A transfer to our bank that a user claims to have made. */
export type ClaimedDeposit = Readonly<{
  /** Our own unique reference. */
  ref: string
  user: UserId
  amount: Money
  /** The proof's picture in the object store, and a digest that finds duplicates. */
  proof: string
  digest: Buffer
  details: string
}>

export type ManualDeposit = Readonly<{
  id: number
  ref: string
  user: UserId
  amount: Money
  status: string
  createdAt: Date
  /** A warning for the operator before deciding. */
  review: string | null
}>

/** Counts the transfers a user has claimed on the current Jakarta day, rejected ones included. */
export async function countClaimsOfToday(db: Reader, user: UserId): Promise<number> {
  const found = await readRows(db, { claims: 'integer' })`
    select count(*)::int as claims from cash_deposits
    where user_id = ${user} and provider = 'manual'
      and created_at >= ${jakartaDayStart}`
  return found[0]?.claims ?? 0
}

/** Locks the user and the proof until the transaction ends: other claims of either wait. */
export async function claimAlone(
  tx: Tx,
  { user, digest }: Pick<ClaimedDeposit, 'user' | 'digest'>,
): Promise<void> {
  await tx.selectFrom('users').where('id', '=', user).select('id').forNoKeyUpdate().execute()
  await sql`select pg_advisory_xact_lock(${digest.readBigInt64BE().toString()}::bigint)`.execute(tx)
}

/** Records a pending claim, marked for review if an earlier claim has the same picture. */
export async function insertClaim(tx: Tx, claim: ClaimedDeposit): Promise<ManualDeposit> {
  const { ref, user, amount, proof, digest, details } = claim
  const known = await tx
    .selectFrom('cash_deposits')
    .where('proof_digest', '=', digest)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  const row = await tx
    .insertInto('cash_deposits')
    .values({
      user_id: user,
      provider: 'manual',
      provider_ref: ref,
      method: 'MANUAL',
      status: 'PENDING',
      amount: amount.units.toString(),
      proof_object: proof,
      proof_digest: digest,
      details,
      review: known === undefined ? null : 'duplicate-proof',
    })
    .returning(['id', 'created_at as createdAt', 'review'])
    .executeTakeFirstOrThrow()
  return { ...row, ref, user, amount, status: 'PENDING' }
}

/** Returns a claimed transfer, locked until the transaction ends; null if there is none. */
export async function lockClaim(tx: Tx, id: number): Promise<ManualDeposit | null> {
  const row = await tx
    .selectFrom('cash_deposits')
    .where('id', '=', id)
    .where('provider', '=', 'manual')
    .select([
      'id',
      'user_id as user',
      'provider_ref as ref',
      'amount',
      'status',
      'review',
      'created_at as createdAt',
    ])
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || row.user === null) return null
  return { ...row, user: row.user, amount: money(idr, BigInt(row.amount)) }
}

/**
 * Completes a claim with the amount received, or rejects it. Returns false if it was no longer
 * pending.
 */
export async function endClaim(
  tx: Tx,
  id: number,
  end:
    | Readonly<{ status: 'COMPLETED'; amount: Money; reason: string | null }>
    | Readonly<{ status: 'REJECTED'; reason: string }>,
): Promise<boolean> {
  const completed =
    end.status === 'COMPLETED'
      ? { amount: end.amount.units.toString(), completed_at: sql<Date>`now()` }
      : {}
  const { numUpdatedRows } = await tx
    .updateTable('cash_deposits')
    .set({ ...completed, status: end.status, reason: end.reason, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
