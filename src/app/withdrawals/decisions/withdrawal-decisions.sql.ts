import { type RawBuilder, sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { RequestId, UserId } from '../../../base/values/ids.ts'
import { idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { inMs } from '../../../core/database/driver/times.sql.ts'
import { idsWithin } from '../../../core/database/partitions/id-windows.ts'
import { afterCursor, whereEach } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../../../core/database/partitions/time-span.ts'
import { countAgreements } from '../../../core/decisions/agreements.sql.ts'
import { openStatuses, type Status } from '../model/withdrawal.rules.ts'

const selectWithdrawals = (db: Reader) =>
  db
    .selectFrom('withdrawals as w')
    .innerJoin('assets as a', 'a.id', 'w.asset_id')
    .leftJoin('holds as h', (join) =>
      join.on('h.owner_kind', '=', 'withdrawal').onRef('h.owner_id', '=', 'w.request_id'),
    )
    .selectAll('w')
    .select([
      'a.symbol',
      'a.scale',
      'h.initial',
      'h.consumed',
      'h.released',
      countAgreements('withdrawal', 'w.id').as('approvals'),
    ])

type DecidedWithdrawalRow = Awaited<
  ReturnType<ReturnType<typeof selectWithdrawals>['executeTakeFirstOrThrow']>
>

/** A withdrawal with everything an operator needs to decide. */
export type DecidedWithdrawal = Readonly<ReturnType<typeof decided>>

function decided(row: DecidedWithdrawalRow) {
  const asset = { id: row.asset_id, symbol: row.symbol, scale: row.scale }
  const of = (units: string | bigint) => money(asset, BigInt(units))
  return {
    id: row.id,
    requestId: row.request_id,
    kind: row.kind,
    user: row.user_id,
    amount: of(row.amount),
    fee: of(row.fee),
    sent: of(row.sent),
    worth: money(idr, BigInt(row.worth_idr)),
    status: row.status,
    needed: row.approvals_needed,
    approvals: row.approvals,
    reasons: row.approval_reasons,
    network: row.network,
    address: row.address,
    tag: row.tag,
    channelCode: row.channel_code,
    bankName: row.bank_name,
    accountNumber: row.account_number,
    accountHolder: row.account_holder,
    residential: row.residential,
    idCard: row.id_card_object,
    providerId: row.provider_id,
    providerStatus: row.provider_status,
    txHash: row.tx_hash,
    reason: row.reason,
    attempts: row.attempts,
    nextAt: row.next_at,
    incident: row.incident,
    held: heldOf(row, of),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
    reversedAt: row.reversed_at,
  }
}

function heldOf(
  { initial, consumed, released }: DecidedWithdrawalRow,
  of: (units: string | bigint) => Money,
) {
  if (initial === null || consumed === null || released === null) return null
  const remaining = BigInt(initial) - BigInt(consumed) - BigInt(released)
  return { initial: of(initial), remaining: of(remaining) }
}

type WithdrawalFilter = Readonly<{
  status?: string | undefined
  kind?: string | undefined
  user?: UserId | undefined
  symbol?: string | undefined
  incident?: 'true' | undefined
}> &
  TimeSpan

/** Lists withdrawals by id: open ones by their index, those of a span of time by its ids. */
export async function listWithdrawals(
  db: Pick<Database, 'read'>,
  { status, kind, user, symbol, incident, ...page }: WithdrawalFilter & CursorRequest,
): Promise<readonly DecidedWithdrawal[]> {
  const timed = { table: 'withdrawals', time: 'created_at' } as const
  const { since, until } = await idsWithin(db.read, timed, page)
  const within = whereWithin(selectWithdrawals(db.read), 'w.created_at', page)
    .where('w.id', '>=', since)
    .where('w.id', '<', until)
  const values = { 'w.status': status, 'w.kind': kind, 'w.user_id': user, 'a.symbol': symbol }
  let query = whereEach(within, values)
  if (incident !== undefined) query = query.where('w.incident', 'is not', null)
  if (openStatuses.some((open) => open === status)) query = query.where('w.ended_at', 'is', null)
  const rows = await afterCursor(query, 'w.id', page).execute()
  return rows.map(decided)
}

export async function findWithdrawal(
  db: Reader,
  requestId: RequestId,
): Promise<DecidedWithdrawal | null> {
  const row = await selectWithdrawals(db).where('w.request_id', '=', requestId).executeTakeFirst()
  return row === undefined ? null : decided(row)
}

/**
 * Whether an open withdrawal is overdue: it has no next attempt, or `afterSeconds` have passed
 * since its last approval or, without one, its creation.
 */
export async function isOverdue(
  tx: Tx,
  requestId: RequestId,
  afterSeconds: number,
): Promise<boolean> {
  const rows = await readRows(tx, { overdue: 'boolean' })`
    select w.next_at is null or coalesce(
      (select max(g.at) from agreements g where g.kind = 'withdrawal' and g.subject = w.id),
      w.created_at
    ) < now() - make_interval(secs => ${afterSeconds}) as overdue
    from withdrawals w where w.request_id = ${requestId}
      and w.status = any(${openStatuses})`
  return rows[0]?.overdue ?? false
}

/**
 * Whether no provider call is under way and none is due soon. A lease sets `next_at` at most
 * `leaseMs` ahead, so a later time means that no call is leased.
 */
export async function isAtRest(tx: Tx, requestId: RequestId, leaseMs: number): Promise<boolean> {
  const rows = await readRows(tx, { atRest: 'boolean' })`
    select next_at is null
      or next_at > ${inMs(leaseMs)} as "atRest"
    from withdrawals where request_id = ${requestId}`
  return rows[0]?.atRest ?? false
}

/** When a withdrawal ended, in a query. */
export const endOfWithdrawal = (requestId: RequestId): RawBuilder<unknown> =>
  sql`(select ended_at from withdrawals where request_id = ${requestId})`

/** Clears the incident after an operator's review. */
export async function clearIncident(tx: Tx, requestId: RequestId): Promise<void> {
  await sql`
    update withdrawals set incident = null, updated_at = now()
    where request_id = ${requestId}`.execute(tx)
}

/**
 * Clears the incident of an open withdrawal and makes it due now. `attempts` restarts at 1 if it
 * was sent before, so that the provider is asked before anything is sent.
 */
export async function makeDue(tx: Tx, requestId: RequestId): Promise<void> {
  await sql`
    update withdrawals set incident = null, next_at = now(), attempts = least(attempts, 1),
      updated_at = now()
    where request_id = ${requestId} and status in ('PROCESSING', 'SUBMITTED')`.execute(tx)
}

/** Completes a withdrawal that had ended unsent but was sent. */
export async function markSentAfterAll(
  tx: Tx,
  requestId: RequestId,
  reason: string,
): Promise<void> {
  const unsent: readonly Status[] = ['FAILED', 'REJECTED']
  await sql`
    update withdrawals set status = 'SUCCESS', reason = ${reason}, ended_at = now(),
      updated_at = now()
    where request_id = ${requestId} and status = any(${unsent}) and incident is not null
  `.execute(tx)
}
