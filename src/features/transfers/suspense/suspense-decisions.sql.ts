import { sql } from 'kysely'
import { type OperatorId, operatorId, type UserId, userId } from '../../../base/ids.ts'
import { money } from '../../../base/money.ts'
import type { Database, Reader, Tx } from '../../../database/database.ts'
import { type Approvers, findApprovers } from '../../../operators/approvers.sql.ts'
import type { Approver } from '../deciding.rules.ts'
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

const itemOf = (row: SuspenseItemRow): SuspenseItem => ({
  id: row.id,
  source: row.source,
  reference: row.reference,
  amount: amountOf(row),
  inWords: row.in_words,
  reason: row.reason,
  data: factsOf(row.data),
  state: stateOf(row.state),
  assignedUser: row.assigned_user === null ? null : userId(row.assigned_user),
  decidedBy: row.decided_by === null ? null : operatorId(row.decided_by),
  decidedAt: row.decided_at,
  createdAt: row.created_at,
})

function amountOf({ asset_id: id, symbol, scale, units }: SuspenseItemRow): SuspenseItem['amount'] {
  if (id === null || symbol === null || scale === null || units === null) return null
  return money({ id, symbol, scale }, BigInt(units))
}

const factsOf = (data: unknown): SuspenseItem['data'] =>
  typeof data === 'object' && data !== null ? Object.fromEntries(Object.entries(data)) : {}

function stateOf(text: string): SuspenseState {
  const state = suspenseStates.find((one) => one === text)
  if (state === undefined) throw new RangeError(`an item in suspense is ${text}`)
  return state
}

/** Lists suspense items, oldest first. */
export async function listSuspense(
  db: Pick<Database, 'read'>,
  state: SuspenseState | null,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly SuspenseItem[]> {
  let query = selectItems(db.read)
  if (state !== null) query = query.where('s.state', '=', state)
  const rows = await query.orderBy('s.id').limit(page.limit).offset(page.offset).execute()
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

/** An operator's proposal; `user` is null if the money was returned to its sender. */
export type Proposal = Readonly<{ user: UserId | null; reason: string }>

export type ProposedResolution = Proposal & Readonly<{ operator: Approver; at: Date }>

/** Lists the proposals about an item, oldest first. */
export async function listProposals(
  db: Reader,
  item: number,
): Promise<readonly ProposedResolution[]> {
  const rows = await db
    .selectFrom('suspense_proposals as p')
    .innerJoin('operators as o', 'o.id', 'p.operator_id')
    .where('p.item_id', '=', item)
    .orderBy('p.at')
    .select(['o.id', 'o.email', 'p.user_id', 'p.reason', 'p.at'])
    .execute()
  return rows.map(({ id, email, user_id, reason, at }) => ({
    operator: { id: operatorId(id), email },
    user: user_id === null ? null : userId(user_id),
    reason,
    at,
  }))
}

/** Stores an operator's proposal, replacing an earlier one by the same operator. */
export async function writeProposal(
  tx: Tx,
  item: number,
  operator: OperatorId,
  { user, reason }: Proposal,
): Promise<void> {
  await sql`
    insert into suspense_proposals (item_id, operator_id, user_id, reason)
    values (${item}, ${operator}, ${user}, ${reason})
    on conflict (item_id, operator_id) do update
    set user_id = excluded.user_id, reason = excluded.reason, at = now()`.execute(tx)
}

/**
 * Finds whether this operator made the same proposal, and whether an independent one did who may
 * still decide.
 */
export const findProposalApprovers = (
  tx: Tx,
  item: number,
  operator: OperatorId,
  user: UserId | null,
): Promise<Approvers> =>
  findApprovers(
    tx,
    operator,
    sql`
    select operator_id from suspense_proposals
    where item_id = ${item} and user_id is not distinct from ${user}::bigint`,
  )

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
  const { rows } = await sql<{ custodyId: string; output: number }>`
    select custody_id as "custodyId", output from coin_deposits
    where custody_id = ${custodyId} and output = ${output}::integer`.execute(tx)
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
export async function rejectCashDeposit(
  tx: Tx,
  { provider, ref }: Readonly<{ provider: string; ref: string }>,
  reason: string,
): Promise<void> {
  await sql`
    update cash_deposits set status = 'REJECTED', reason = ${reason}, updated_at = now()
    where provider = ${provider} and provider_ref = ${ref} and status = 'PENDING'`.execute(tx)
}
