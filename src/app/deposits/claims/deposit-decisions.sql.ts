import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { OperatorId, UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { afterCursor, whereEach } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../../../core/database/partitions/time-span.ts'
import { approvedToday, creditedToday } from '../../../core/decisions/claim-day.sql.ts'

const selectClaims = (db: Reader) =>
  db
    .selectFrom('cash_deposits as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.provider', '=', 'manual')
    .select([
      'd.id',
      'd.provider_ref as ref',
      'u.id as user',
      'u.email',
      'd.amount',
      'd.status',
      'd.review',
      'd.reason',
      'd.proof_object as proof',
      'd.details',
      'd.created_at as createdAt',
      'd.updated_at as updatedAt',
      'd.completed_at as completedAt',
    ])

type ClaimRow = Awaited<ReturnType<ReturnType<typeof selectClaims>['executeTakeFirstOrThrow']>>

/** A transfer to our bank that a user claims, with everything an operator needs to decide. */
export type DecidedDeposit = Readonly<ReturnType<typeof decided>>

const decided = ({ amount, ...row }: ClaimRow) => ({
  ...row,
  amount: money(idr, BigInt(amount)),
})

type ClaimFilter = Readonly<{ status?: string | undefined; user?: UserId | undefined }> & TimeSpan

/** Lists claimed transfers by id. */
export async function listClaims(
  db: Pick<Database, 'read'>,
  { status, user, ...page }: ClaimFilter & CursorRequest,
): Promise<readonly DecidedDeposit[]> {
  const within = whereWithin(selectClaims(db.read), 'd.created_at', page)
  const matching = whereEach(within, { 'd.status': status, 'd.user_id': user })
  const rows = await afterCursor(matching, 'd.id', page).execute()
  return rows.map(decided)
}

export async function findClaim(db: Reader, id: number): Promise<DecidedDeposit | null> {
  const row = await selectClaims(db).where('d.id', '=', id).executeTakeFirst()
  return row === undefined ? null : decided(row)
}

/**
 * Locks the operator's row until the transaction ends, so that approvals by one operator are summed
 * and stored one at a time.
 */
export async function lockApprovals(tx: Tx, operator: OperatorId): Promise<void> {
  await sql`select from operators where id = ${operator} for no key update`.execute(tx)
}

/**
 * Locks the user's row until the transaction ends, so that the user's claims are credited one at a
 * time.
 */
export async function lockCredits(tx: Tx, user: UserId): Promise<void> {
  await sql`select from users where id = ${user} for no key update`.execute(tx)
}

type DaySums = Readonly<{ approved: Money; credited: Money }>

/**
 * Sums this operator's approvals and this user's credits on the current Jakarta day, without the
 * given deposit.
 */
export async function sumDay(
  db: Reader,
  { operator, user, deposit }: Readonly<{ operator: OperatorId; user: UserId; deposit: number }>,
): Promise<DaySums> {
  const claim = sql`${deposit}`
  const [row] = await readRows(db, { approved: 'units', credited: 'units' })`
    select ${approvedToday(operator, claim)}::text as approved,
      ${creditedToday(sql`${user}`, claim)}::text as credited`
  if (row === undefined) throw new Error('a sum did not return one row')
  return { approved: money(idr, row.approved), credited: money(idr, row.credited) }
}
