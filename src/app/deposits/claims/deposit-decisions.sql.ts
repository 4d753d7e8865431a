import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { OperatorId, UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { afterCursor } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../../../core/database/partitions/time-span.ts'
import { type Approvers, findApprovers } from '../../../core/operators/approvers.sql.ts'
import type { Approver } from '../../transfers/deciding.rules.ts'

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

type ClaimFilter = Readonly<{ status: string | null; user: UserId | null; span: TimeSpan }>

/** Lists claimed transfers by id. */
export async function listClaims(
  db: Pick<Database, 'read'>,
  { status, user, span }: ClaimFilter,
  page: CursorRequest,
): Promise<readonly DecidedDeposit[]> {
  let query = whereWithin(selectClaims(db.read), 'd.created_at', span)
  if (status !== null) query = query.where('d.status', '=', status)
  if (user !== null) query = query.where('d.user_id', '=', user)
  const rows = await afterCursor(query, 'd.id', page).execute()
  return rows.map(decided)
}

export async function findClaim(db: Reader, id: number): Promise<DecidedDeposit | null> {
  const row = await selectClaims(db).where('d.id', '=', id).executeTakeFirst()
  return row === undefined ? null : decided(row)
}

/** An operator's approval of a claimed transfer, with the amount received. */
export type DepositApproval = Readonly<{ operator: Approver; amount: Money; at: Date }>

export async function listDepositApprovals(
  db: Reader,
  deposit: number,
): Promise<readonly DepositApproval[]> {
  const rows = await db
    .selectFrom('cash_deposit_approvals as v')
    .innerJoin('operators as o', 'o.id', 'v.operator_id')
    .where('v.deposit_id', '=', deposit)
    .orderBy('v.at')
    .select(['o.id', 'o.email', 'v.amount', 'v.at'])
    .execute()
  return rows.map(({ id, email, amount, at }) => ({
    operator: { id, email },
    amount: money(idr, BigInt(amount)),
    at,
  }))
}

/** Stores an operator's approval, replacing an earlier one by the same operator. */
export async function writeDepositApproval(
  tx: Tx,
  deposit: number,
  operator: OperatorId,
  amount: Money,
): Promise<void> {
  await insertRows(
    tx,
    'cash_deposit_approvals',
    [{ deposit_id: deposit, operator_id: operator, amount: amount.units }],
    { unique: ['deposit_id', 'operator_id'], replace: { at: sql`now()` } },
  )
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
 * given deposit. An approval counts while its claim is pending, and after its amount was credited.
 */
export async function sumDay(
  db: Reader,
  { operator, user, deposit }: Readonly<{ operator: OperatorId; user: UserId; deposit: number }>,
): Promise<DaySums> {
  const today = sql`date_trunc('day', now(), 'Asia/Jakarta')`
  const rows = await readRows(db, { approved: 'units', credited: 'units' })`
    select
      (select coalesce(sum(v.amount), 0)::text
       from cash_deposit_approvals v join cash_deposits d on d.id = v.deposit_id
       where v.operator_id = ${operator} and v.at >= ${today} and v.deposit_id <> ${deposit}
         and (d.status = 'PENDING' or (d.status = 'COMPLETED' and d.amount = v.amount))
      ) as approved,
      (select coalesce(sum(amount), 0)::text from cash_deposits
       where user_id = ${user} and provider = 'manual' and status = 'COMPLETED'
         and completed_at >= ${today} and id <> ${deposit}
      ) as credited`
  const [row] = rows
  if (row === undefined) throw new Error('a sum did not return one row')
  return { approved: money(idr, BigInt(row.approved)), credited: money(idr, BigInt(row.credited)) }
}

/**
 * Returns whether this operator approved the same amount, and whether an independent operator did
 * who may still decide.
 */
export const findDepositApprovers = (
  tx: Tx,
  deposit: number,
  operator: OperatorId,
  amount: Money,
): Promise<Approvers> =>
  findApprovers(
    tx,
    operator,
    sql`
    select operator_id from cash_deposit_approvals
    where deposit_id = ${deposit} and amount = ${amount.units.toString()}`,
  )
