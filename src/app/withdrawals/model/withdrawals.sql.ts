import { sql } from 'kysely'
import type { RequestId } from '../../../base/values/ids.ts'
import { idr, money } from '../../../base/values/money.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { sendRows } from '../../../core/database/driver/insert.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { inMs } from '../../../core/database/driver/times.sql.ts'
import type { HoldOwner } from '../../../core/ledger/audit.ts'
import type { HoldPurpose } from '../../../core/ledger/hold.rules.ts'
import { firstPoll } from '../../transfers/polling.sql.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'
import {
  type Destination,
  openStatuses,
  type Status,
  sourcesOf,
  statuses,
  type Withdrawal,
} from './withdrawal.rules.ts'

/** The Jakarta day of a moment, as an SQL expression. */
const jakartaDay = (at: string) => sql.raw(`(${at} at time zone 'Asia/Jakarta')::date::text`)

export const holdOf = (requestId: RequestId): HoldPurpose => ({ kind: 'withdrawal', id: requestId })

/** For the audit: open withdrawals have a hold, all others have none. */
export const withdrawalHolds: HoldOwner = {
  kind: 'withdrawal',
  openIds: sql`select request_id as id from withdrawals where status = any(${openStatuses})`,
}

export type NewWithdrawal = Omit<
  Withdrawal,
  'id' | 'needed' | 'providerId' | 'reversed' | 'incident' | 'day' | 'attempts'
> &
  Readonly<{
    status: 'PENDING_APPROVAL' | 'PROCESSING'
    approvals: Readonly<{ needed: number; reasons: readonly string[] }>
    /** The recipient's residential details, sealed, and the picture of the identity card. */
    residential: string | null
    idCard: string | null
    requestKey: Buffer | null
  }>

/** Stores withdrawals whose money is frozen; those that need no approval are due at once. */
export function insertWithdrawals(tx: Tx, withdrawals: readonly NewWithdrawal[]): void {
  sendRows(tx, 'withdrawals', withdrawals.map(recordOf), {
    computed: { next_at: sql`case status when 'PROCESSING' then now() end` },
  })
}

function recordOf(withdrawal: NewWithdrawal) {
  const { destination: to, approvals, amount, fee, held, sent, worth } = withdrawal
  const coin = to.kind === 'COIN' ? to : null
  const cash = to.kind === 'CASH' ? to : null
  return {
    request_id: withdrawal.requestId,
    user_id: withdrawal.user,
    kind: to.kind,
    asset_id: amount.asset.id,
    amount: amount.units,
    fee: fee.units,
    held: held.units,
    sent: sent.units,
    network: coin?.network ?? null,
    address: coin?.address ?? null,
    tag: coin?.tag ?? null,
    bank_account_id: cash?.bankAccountId ?? null,
    channel_code: cash?.channelCode ?? null,
    bank_name: cash?.bankName ?? null,
    account_number: cash?.accountNumber ?? null,
    account_holder: cash?.accountHolder ?? null,
    residential: withdrawal.residential,
    id_card_object: withdrawal.idCard,
    request_key: withdrawal.requestKey,
    worth_idr: worth.units,
    status: withdrawal.status,
    approvals_needed: approvals.needed,
    approval_reasons: [...approvals.reasons],
  }
}

/** Locks withdrawals in the order of their requests; ids that do not exist are absent. */
export async function lockWithdrawals(
  tx: Tx,
  requestIds: readonly RequestId[],
): Promise<ReadonlyMap<RequestId, Withdrawal>> {
  if (requestIds.length === 0) return new Map()
  const rows = await readRows(tx, withdrawalColumns)`
    select ${fields} from withdrawals w join assets a on a.id = w.asset_id
    where w.request_id = any(${requestIds}) order by w.id for update of w`
  return new Map(rows.map((row) => [row.requestId, withdrawalOf(row)]))
}

const withdrawalColumns = columnsOf({
  id: 'bigint',
  requestId: 'requestId',
  user: 'userId',
  kind: 'text',
  assetId: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  amount: 'units',
  fee: 'units',
  held: 'units',
  sent: 'units',
  network: 'text?',
  address: 'text?',
  tag: 'text?',
  bankAccountId: 'integer?',
  channelCode: 'text?',
  bankName: 'text?',
  accountNumber: 'text?',
  accountHolder: 'text?',
  worth: 'units',
  status: oneOfTexts(...statuses),
  needed: 'smallint',
  providerId: 'text?',
  reversed: 'boolean',
  incident: 'text?',
  day: 'text',
  attempts: 'bigint',
})
type WithdrawalRow = RowOf<typeof withdrawalColumns>

const fields = sql`
  w.id, w.request_id as "requestId", w.user_id as "user", w.kind, w.asset_id as "assetId", a.symbol,
  a.scale, w.amount, w.fee, w.held, w.sent, w.network, w.address, w.tag,
  w.bank_account_id as "bankAccountId", w.channel_code as "channelCode",
  w.bank_name as "bankName", w.account_number as "accountNumber",
  w.account_holder as "accountHolder", w.worth_idr as worth, w.status,
  w.approvals_needed as needed,
  w.provider_id as "providerId", w.incident,
  w.reversed_at is not null or w.status = 'FAILED' and w.provider_status = 'REVERSED' as reversed,
  ${jakartaDay('w.created_at')} as day, w.attempts`

function withdrawalOf(row: WithdrawalRow): Withdrawal {
  const asset = { id: row.assetId, symbol: row.symbol, scale: row.scale }
  const of = (units: bigint) => money(asset, units)
  return {
    id: row.id,
    requestId: row.requestId,
    user: row.user,
    amount: of(row.amount),
    fee: of(row.fee),
    held: of(row.held),
    sent: of(row.sent),
    destination: destinationOf(row),
    worth: money(idr, row.worth),
    status: row.status,
    needed: row.needed,
    providerId: row.providerId,
    reversed: row.reversed,
    incident: row.incident,
    day: row.day,
    attempts: row.attempts,
  }
}

function destinationOf({ kind, network, address, tag, ...cash }: WithdrawalRow): Destination {
  if (kind === 'COIN') return { kind, network: network ?? '', address: address ?? '', tag }
  return {
    kind: 'CASH',
    bankAccountId: cash.bankAccountId ?? 0,
    channelCode: cash.channelCode ?? '',
    bankName: cash.bankName ?? '',
    accountNumber: cash.accountNumber ?? '',
    accountHolder: cash.accountHolder ?? '',
  }
}

type WithdrawalChange = Readonly<{
  requestId: RequestId
  providerId: string | null
  providerStatus: string | null
  txHash: string | null
  replacedBy?: string
  reason: string | null
}>

/**
 * Changes the status of withdrawals whose current one allows it; returns the ids of those changed.
 * If the transaction we sent succeeded itself, no other one has replaced it.
 */
export async function moveWithdrawals(
  tx: Tx,
  to: Status,
  changes: readonly WithdrawalChange[],
  nextAfterMs: number | null,
): Promise<ReadonlySet<RequestId>> {
  if (changes.length === 0) return new Set()
  const records = changes.map((change) => ({ ...change, replacedBy: change.replacedBy ?? null }))
  const rows = rowsOf(records, {
    requestId: 'requestId',
    providerId: 'text',
    providerStatus: 'text',
    txHash: 'text',
    replacedBy: 'text',
    reason: 'text',
  })
  const ended = !openStatuses.includes(to)
  const moved = await readRows(tx, { requestId: 'requestId' })`
    update withdrawals w set
      status = ${to},
      provider_id = coalesce(w.provider_id, t."providerId"),
      provider_status = coalesce(t."providerStatus", w.provider_status),
      tx_hash = coalesce(t."txHash", w.tx_hash),
      replaced_by = case when ${to} = 'SUCCESS' and t."providerId" is not null then null
        else coalesce(t."replacedBy", w.replaced_by) end,
      reason = coalesce(t.reason, w.reason),
      next_at = ${inMs(nextAfterMs)},
      ended_at = case when ${ended} then now() end,
      poll_at = case when ${to} = 'SUCCESS' and w.kind = 'CASH'
        then ${firstPoll(pollingLimits.payouts)} end,
      updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = any(${sourcesOf(to)})
    returning w.request_id as "requestId"`
  return new Set(moved.map(({ requestId }) => requestId))
}

/**
 * Stores the provider's status and hash of open withdrawals, without a change of our own status.
 * The hash of a replacement stays, whatever is reported of the transaction that it replaced.
 */
export async function noteWithdrawals(
  tx: Tx,
  notes: readonly Readonly<{
    requestId: RequestId
    providerStatus: string
    txHash: string | null
    replacedBy?: string
  }>[],
): Promise<void> {
  if (notes.length === 0) return
  const records = notes.map((note) => ({ ...note, replacedBy: note.replacedBy ?? null }))
  const rows = rowsOf(records, {
    requestId: 'requestId',
    providerStatus: 'text',
    txHash: 'text',
    replacedBy: 'text',
  })
  await sql`
    update withdrawals w set provider_status = t."providerStatus",
      tx_hash = case when w.replaced_by is null or t."replacedBy" is not null
        then coalesce(t."txHash", w.tx_hash) else w.tx_hash end,
      replaced_by = coalesce(t."replacedBy", w.replaced_by), updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = any(${openStatuses})`.execute(tx)
}

/** Leaves withdrawals to an operator: none is sent or polled any more. */
export async function markIncidents(
  tx: Tx,
  incidents: readonly Readonly<{ requestId: RequestId; why: string }>[],
): Promise<void> {
  if (incidents.length === 0) return
  const rows = rowsOf(incidents, { requestId: 'requestId', why: 'text' })
  await sql`
    update withdrawals w set incident = coalesce(w.incident, t.why), next_at = null,
      updated_at = now()
    from ${rows} where w.request_id = t."requestId"`.execute(tx)
}

export async function markReversed(
  tx: Tx,
  changes: readonly Readonly<{ requestId: RequestId; providerStatus: string }>[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = rowsOf(changes, { requestId: 'requestId', providerStatus: 'text' })
  await sql`
    update withdrawals w set reversed_at = now(), provider_status = t."providerStatus",
      updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = 'SUCCESS' and w.reversed_at is null
  `.execute(tx)
}

/**
 * Leases due withdrawals for one provider call. Leases of a process that died expire. Waits for the
 * locks of others, such as operators who decide late: the job that follows an approval runs once.
 */
export async function claimWithdrawals(
  tx: Tx,
  requestIds: readonly RequestId[],
  leaseMs: number,
): Promise<readonly Withdrawal[]> {
  if (requestIds.length === 0) return []
  const rows = await readRows(tx, withdrawalColumns)`
    with due as (
      select id from withdrawals
      where request_id = any(${requestIds}) and status in ('PROCESSING', 'SUBMITTED')
        and next_at <= statement_timestamp()
      order by id for update
    )
    update withdrawals w set attempts = w.attempts + 1,
      next_at = ${inMs(leaseMs)}
    from due, assets a
    where w.id = due.id and a.id = w.asset_id
    returning ${fields}`
  return rows.map(withdrawalOf)
}

/**
 * Has the next attempt of each open withdrawal ask its provider before it sends: the database may
 * have lost that it was sent.
 */
export async function askBeforeSending(tx: Tx): Promise<void> {
  await sql`
    update withdrawals set attempts = 1, updated_at = now()
    where ended_at is null and attempts = 0`.execute(tx)
}

/**
 * Pauses between attempts: doubled from the first up to the longest, for at most `tries` attempts.
 */
export type Pauses = Readonly<{ firstMs: number; longestMs: number; tries: number }>

/** Ends the lease of open withdrawals and schedules their next attempt; none after the last. */
export async function putOffWithdrawals(
  tx: Tx,
  requestIds: readonly RequestId[],
  { firstMs, longestMs, tries }: Pauses,
): Promise<void> {
  if (requestIds.length === 0) return
  await sql`
    update withdrawals set next_at = case when attempts < ${tries} then
      clock_timestamp() + make_interval(
        secs => least(${firstMs}::float8 * 2 ^ least(attempts - 1, 30), ${longestMs}) / 1000) end
    where request_id = any(${requestIds}) and status in ('PROCESSING', 'SUBMITTED')
      and next_at is not null`.execute(tx)
}

const isDue = sql`status in ('PROCESSING', 'SUBMITTED') and next_at <= statement_timestamp()`

export const hasDueWithdrawals = sql<boolean>`exists (select from withdrawals where ${isDue})`

/** Finds withdrawals that are due to be sent or polled, longest waiting first. */
export async function findDueWithdrawals(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly RequestId[]> {
  const rows = await readRows(db.read, { requestId: 'requestId' })`
    select request_id as "requestId" from withdrawals where ${isDue} order by next_at limit ${most}`
  return rows.map(({ requestId }) => requestId)
}

/** Makes approved withdrawals due for sending; returns those that were waiting for approval. */
export async function releaseToSend(
  tx: Tx,
  requestIds: readonly RequestId[],
): Promise<readonly RequestId[]> {
  const rows = await readRows(tx, { requestId: 'requestId' })`
    update withdrawals set status = 'PROCESSING', next_at = now(), updated_at = now()
    where request_id = any(${requestIds}) and status = any(${sourcesOf('PROCESSING')})
    returning request_id as "requestId"`
  return rows.map(({ requestId }) => requestId)
}
