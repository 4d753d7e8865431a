import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { OperatorId, UserId } from '../../../base/values/ids.ts'
import { type Money, money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { afterCursor, whereEach } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../../../core/database/partitions/time-span.ts'
import { type SuspenseItem, type SuspenseState, suspenseStates } from './suspense-item.rules.ts'

const selectItems = (db: Reader) =>
  db
    .selectFrom('suspense_items as s')
    .leftJoin('assets as a', 'a.id', 's.asset_id')
    .selectAll('s')
    .select(['a.symbol', 'a.scale'])

type SuspenseItemRow = Awaited<
  ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>
>

const states = oneOfTexts(...suspenseStates)

const itemOf = (row: SuspenseItemRow): SuspenseItem => ({
  id: row.id,
  source: row.source,
  reference: row.reference,
  amount: amountOf(row),
  inWords: row.in_words,
  reason: row.reason,
  data: factsOf(row.data),
  state: states.parse(row.state),
  assignedUser: row.assigned_user,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  createdAt: row.created_at,
})

function amountOf({ asset_id: id, symbol, scale, units }: SuspenseItemRow): SuspenseItem['amount'] {
  if (id === null || symbol === null || scale === null || units === null) return null
  return money({ id, symbol, scale }, BigInt(units))
}

const factsOf = (data: unknown): SuspenseItem['data'] =>
  typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {}

type SuspenseFilter = Readonly<{
  state?: SuspenseState | undefined
  provider?: string | undefined
  symbol?: string | undefined
}> &
  TimeSpan

/** Lists suspense items by id. */
export async function listSuspense(
  db: Pick<Database, 'read'>,
  { state, provider, symbol, ...page }: SuspenseFilter & CursorRequest,
): Promise<readonly SuspenseItem[]> {
  const within = whereWithin(selectItems(db.read), 's.created_at', page)
  let query = whereEach(within, { 's.state': state, 'a.symbol': symbol })
  if (provider !== undefined) query = query.where('s.source', 'like', `${provider} %`)
  const rows = await afterCursor(query, 's.id', page).execute()
  return rows.map(itemOf)
}

export async function findSuspense(db: Reader, id: number): Promise<SuspenseItem | null> {
  const row = await selectItems(db).where('s.id', '=', id).executeTakeFirst()
  return row === undefined ? null : itemOf(row)
}

/** Returns an item, locked until the transaction ends; null if there is none. */
export async function lockSuspense(tx: Tx, id: number): Promise<SuspenseItem | null> {
  const row = await selectItems(tx).where('s.id', '=', id).forUpdate('s').executeTakeFirst()
  return row === undefined ? null : itemOf(row)
}

export async function markProposed(tx: Tx, item: number): Promise<void> {
  await tx
    .updateTable('suspense_items')
    .set({ state: 'proposed' })
    .where('id', '=', item)
    .where('state', '=', 'open')
    .execute()
}

/** Closes an item as assigned to a user, or as returned if there is none. */
export async function markDecided(
  tx: Tx,
  item: number,
  operator: OperatorId,
  user: UserId | null,
): Promise<void> {
  await tx
    .updateTable('suspense_items')
    .set({
      state: user === null ? 'returned' : 'assigned',
      assigned_user: user,
      decided_by: operator,
      decided_at: sql<Date>`now()`,
    })
    .where('id', '=', item)
    .where('state', 'in', ['open', 'proposed'])
    .execute()
}

/** Finds the coin deposit behind an item by the parts of its reference. */
export async function findCoinDeposit(
  tx: Tx,
  { custodyId, output }: Readonly<{ custodyId: string; output: string }>,
): Promise<Readonly<{ custodyId: string; output: number }> | null> {
  const rows = await readRows(tx, { custodyId: 'text', output: 'bigint' })`
    select custody_id as "custodyId", output from coin_deposits
    where custody_id = ${custodyId} and output = ${output}::integer`
  return rows[0] ?? null
}

/** Completes a pending rupiah deposit with its owner and fee. */
export async function completeCashDeposit(
  tx: Tx,
  { provider, ref }: Readonly<{ provider: string; ref: string }>,
  user: UserId,
  feeUnits: bigint,
): Promise<void> {
  await sql`
    update cash_deposits set user_id = ${user}, status = 'COMPLETED', fee = ${feeUnits.toString()},
      completed_at = now(), updated_at = now()
    where provider = ${provider} and provider_ref = ${ref} and status = 'PENDING'`.execute(tx)
}

/** Rejects a pending rupiah deposit whose money was returned. */
export async function markRejected(
  tx: Tx,
  { provider, ref }: Readonly<{ provider: string; ref: string }>,
  reason: string,
): Promise<void> {
  await sql`
    update cash_deposits set status = 'REJECTED', reason = ${reason}, updated_at = now()
    where provider = ${provider} and provider_ref = ${ref} and status = 'PENDING'`.execute(tx)
}

export async function findSuspenseByReference(tx: Tx, reference: string): Promise<number | null> {
  const row = await tx
    .selectFrom('suspense_items')
    .where('source', 'in', ['payx VA', 'payx QRIS'])
    .where('reference', '=', reference)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Takes a part out of an undecided item. */
export async function lessenSuspense(tx: Tx, item: number, part: Money): Promise<void> {
  await sql`
    update suspense_items set units = units - ${part.units.toString()}::numeric
    where id = ${item} and state in ('open', 'proposed')`.execute(tx)
}
