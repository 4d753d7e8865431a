import type { UserId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'
import type { Span } from './history.rules.ts'

export type CashDeposit = Readonly<{
  id: number
  status: string
  amount: bigint
  fee: bigint
  createdAt: Date
  updatedAt: Date
}>

const ofUser = (db: Pick<Database, 'read'>, user: UserId, { from, until }: Span) => {
  let query = db.read.selectFrom('cash_deposits').where('user_id', '=', user)
  if (from !== null) query = query.where('created_at', '>=', from)
  if (until !== null) query = query.where('created_at', '<', until)
  return query
}

/** A user's cash deposits, newest first. */
export async function listCashDeposits(
  db: Pick<Database, 'read'>,
  user: UserId,
  span: Span,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly CashDeposit[]> {
  const rows = await ofUser(db, user, span)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

export async function countCashDeposits(
  db: Pick<Database, 'read'>,
  user: UserId,
  span: Span,
): Promise<number> {
  const row = await ofUser(db, user, span)
    .select(({ fn }) => fn.countAll<number>().as('deposits'))
    .executeTakeFirstOrThrow()
  return row.deposits
}
