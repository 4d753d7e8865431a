import { sql } from 'kysely'
import { userId } from '../../../base/ids.ts'
import { limits } from '../../../base/limits.ts'
import { idr, money } from '../../../base/money.ts'
import { type Database, send, type Tx } from '../../../database/database.ts'
import { rowsOf } from '../../../database/rows.ts'
import type { HoldOwner } from '../../../ledger/audit.ts'
import type { HoldPurpose } from '../../../ledger/hold.rules.ts'
import { firstAsking, nextAsking } from '../asking.sql.ts'
import {
  type Destination,
  isStatus,
  openStatuses,
  type Sent,
  type Status,
  sourcesOf,
  type Withdrawal,
} from './withdrawal.rules.ts'

/** The Jakarta day of a moment, as an SQL expression. */
const jakartaDay = (at: string) => sql.raw(`(${at} at time zone 'Asia/Jakarta')::date::text`)

export const holdOf = (requestId: string): HoldPurpose => ({ kind: 'withdrawal', id: requestId })

/** For the audit: open withdrawals have a hold, all others have none. */
export const withdrawalHolds: HoldOwner = {
  kind: 'withdrawal',
  openIds: sql<{ id: string }>`
    select request_id as id from withdrawals where status = any(${openStatuses})`,
}

export type NewWithdrawal = Omit<
  Withdrawal,
  'providerId' | 'reversed' | 'incident' | 'day' | 'attempts'
> &
  Readonly<{
    status: 'PENDING_APPROVAL' | 'PROCESSING'
    approvals: Readonly<{ needed: number; reasons: readonly string[] }>
    /** The recipient's residential details, sealed, and the picture of the identity card. */
    residential: Buffer | null
    idCard: string | null
    requestKey: Buffer | null
  }>

const columns = {
  requestId: 'text',
  user: 'bigint',
  kind: 'text',
  assetId: 'smallint',
  amount: 'numeric',
  fee: 'numeric',
  held: 'numeric',
  sent: 'numeric',
  network: 'text',
  address: 'text',
  tag: 'text',
  bankAccountId: 'bigint',
  channelCode: 'text',
  bankName: 'text',
  accountNumber: 'text',
  accountHolder: 'text',
  residential: 'bytea',
  idCard: 'text',
  requestKey: 'bytea',
  worth: 'numeric',
  status: 'text',
  needed: 'smallint',
  reasons: 'jsonb',
} as const

/** Stores withdrawals whose money is frozen; those that need no approval are due at once. */
export function insertWithdrawals(tx: Tx, withdrawals: readonly NewWithdrawal[]): void {
  if (withdrawals.length === 0) return
  const rows = rowsOf(withdrawals.map(rowOf), columns, 't')
  send(
    tx,
    sql`
    insert into withdrawals (
      request_id, user_id, kind, asset_id, amount, fee, held, sent, network, address, tag,
      bank_account_id, channel_code, bank_name, account_number, account_holder, residential,
      id_card_object, request_key, worth_idr, status, approvals_needed, approval_reasons, next_at)
    select t."requestId", t."user", t.kind, t."assetId", t.amount, t.fee, t.held, t.sent,
      t.network, t.address, t.tag, t."bankAccountId", t."channelCode", t."bankName",
      t."accountNumber", t."accountHolder", t.residential, t."idCard", t."requestKey", t.worth,
      t.status, t.needed, array(select jsonb_array_elements_text(t.reasons)),
      case t.status when 'PROCESSING' then now() end
    from ${rows}`,
  )
}

function rowOf(withdrawal: NewWithdrawal) {
  const { destination: to, approvals, amount, fee, held, sent, worth } = withdrawal
  const coin = to.kind === 'COIN' ? to : null
  const cash = to.kind === 'CASH' ? to : null
  return {
    requestId: withdrawal.requestId,
    user: withdrawal.user,
    kind: to.kind,
    assetId: amount.asset.id,
    amount: amount.units,
    fee: fee.units,
    held: held.units,
    sent: sent.units,
    network: coin?.network ?? null,
    address: coin?.address ?? null,
    tag: coin?.tag ?? null,
    bankAccountId: cash?.bankAccountId ?? null,
    channelCode: cash?.channelCode ?? null,
    bankName: cash?.bankName ?? null,
    accountNumber: cash?.accountNumber ?? null,
    accountHolder: cash?.accountHolder ?? null,
    residential: withdrawal.residential,
    idCard: withdrawal.idCard,
    requestKey: withdrawal.requestKey,
    worth: worth.units,
    status: withdrawal.status,
    needed: approvals.needed,
    reasons: approvals.reasons,
  }
}

/** Locks withdrawals in the order of their requests; ids that do not exist are absent. */
export async function lockWithdrawals(
  tx: Tx,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, Withdrawal>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await sql<WithdrawalRow>`
    select ${fields} from withdrawals w join assets a on a.id = w.asset_id
    where w.request_id = any(${requestIds}) order by w.id for update of w`.execute(tx)
  return new Map(rows.map((row) => [row.requestId, withdrawalOf(row)]))
}

type WithdrawalRow = Readonly<{
  requestId: string
  user: number
  kind: string
  assetId: number
  symbol: string
  scale: number
  amount: string
  fee: string
  held: string
  sent: string
  network: string | null
  address: string | null
  tag: string | null
  bankAccountId: number | null
  channelCode: string | null
  bankName: string | null
  accountNumber: string | null
  accountHolder: string | null
  worth: string
  status: string
  providerId: string | null
  reversed: boolean
  incident: string | null
  day: string
  attempts: number
}>

const fields = sql`
  w.request_id as "requestId", w.user_id as "user", w.kind, w.asset_id as "assetId", a.symbol,
  a.scale, w.amount, w.fee, w.held, w.sent, w.network, w.address, w.tag,
  w.bank_account_id as "bankAccountId", w.channel_code as "channelCode",
  w.bank_name as "bankName", w.account_number as "accountNumber",
  w.account_holder as "accountHolder", w.worth_idr as worth, w.status,
  w.provider_id as "providerId", w.incident,
  w.reversed_at is not null or w.status = 'FAILED' and w.provider_status = 'REVERSED' as reversed,
  ${jakartaDay('w.created_at')} as day, w.attempts`

function withdrawalOf(row: WithdrawalRow): Withdrawal {
  const asset = { id: row.assetId, symbol: row.symbol, scale: row.scale }
  const of = (units: string) => money(asset, BigInt(units))
  return {
    requestId: row.requestId,
    user: userId(row.user),
    amount: of(row.amount),
    fee: of(row.fee),
    held: of(row.held),
    sent: of(row.sent),
    destination: destinationOf(row),
    worth: money(idr, BigInt(row.worth)),
    status: statusOf(row.status),
    providerId: row.providerId,
    reversed: row.reversed,
    incident: row.incident,
    day: row.day,
    attempts: row.attempts,
  }
}

function statusOf(text: string): Status {
  if (isStatus(text)) return text
  throw new RangeError(`a withdrawal is ${text}, which is no status`)
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

/** A withdrawal's new status, and what the provider reports with it. */
export type WithdrawalChange = Readonly<{
  requestId: string
  to: Status
  providerId: string | null
  providerStatus: string | null
  txHash: string | null
  reason: string | null
}>

/**
 * Changes the status of withdrawals whose current one allows it; returns the ids of those changed.
 */
export async function moveWithdrawals(
  tx: Tx,
  to: Status,
  changes: readonly Omit<WithdrawalChange, 'to'>[],
  nextAfterMs: number | null,
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const rows = rowsOf(
    changes,
    {
      requestId: 'text',
      providerId: 'text',
      providerStatus: 'text',
      txHash: 'text',
      reason: 'text',
    },
    't',
  )
  const ended = sourcesOf(to).length > 0 && !openStatuses.includes(to)
  const moved = await sql<{ requestId: string }>`
    update withdrawals w set
      status = ${to},
      provider_id = coalesce(w.provider_id, t."providerId"),
      provider_status = coalesce(t."providerStatus", w.provider_status),
      tx_hash = coalesce(t."txHash", w.tx_hash),
      reason = coalesce(t.reason, w.reason),
      next_at = clock_timestamp() + make_interval(secs => ${nextAfterMs}::float8 / 1000),
      ended_at = case when ${ended} then now() end,
      ask_at = case when ${to} = 'SUCCESS' and w.kind = 'CASH'
        then ${firstAsking(limits.asking.payouts)} end,
      updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = any(${sourcesOf(to)})
    returning w.request_id as "requestId"`.execute(tx)
  return new Set(moved.rows.map(({ requestId }) => requestId))
}

/**
 * Stores the provider's status and hash of open withdrawals, without a change of our own status.
 */
export async function noteWithdrawals(
  tx: Tx,
  notes: readonly Readonly<{ requestId: string; providerStatus: string; txHash: string | null }>[],
): Promise<void> {
  if (notes.length === 0) return
  const rows = rowsOf(notes, { requestId: 'text', providerStatus: 'text', txHash: 'text' }, 't')
  await sql`
    update withdrawals w set provider_status = t."providerStatus",
      tx_hash = coalesce(t."txHash", w.tx_hash), updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = any(${openStatuses})`.execute(tx)
}

/** Leaves withdrawals to an operator: none is sent or polled any more. */
export async function markIncidents(
  tx: Tx,
  incidents: readonly Readonly<{ requestId: string; why: string }>[],
): Promise<void> {
  if (incidents.length === 0) return
  const rows = rowsOf(incidents, { requestId: 'text', why: 'text' }, 't')
  await sql`
    update withdrawals w set incident = coalesce(w.incident, t.why), next_at = null,
      updated_at = now()
    from ${rows} where w.request_id = t."requestId"`.execute(tx)
}

export async function markReversed(
  tx: Tx,
  changes: readonly Readonly<{ requestId: string; providerStatus: string }>[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = rowsOf(changes, { requestId: 'text', providerStatus: 'text' }, 't')
  await sql`
    update withdrawals w set reversed_at = now(), provider_status = t."providerStatus",
      updated_at = now()
    from ${rows}
    where w.request_id = t."requestId" and w.status = 'SUCCESS' and w.reversed_at is null
  `.execute(tx)
}

/** Leases due withdrawals for one provider call. Leases of a process that died expire. */
export async function claimWithdrawals(
  tx: Tx,
  requestIds: readonly string[],
  turnMs: number,
): Promise<readonly Withdrawal[]> {
  if (requestIds.length === 0) return []
  const { rows } = await sql<WithdrawalRow>`
    with due as (
      select id from withdrawals
      where request_id = any(${requestIds}) and status in ('PROCESSING', 'SUBMITTED')
        and next_at <= statement_timestamp()
      order by id for update skip locked
    )
    update withdrawals w set attempts = w.attempts + 1,
      next_at = clock_timestamp() + make_interval(secs => ${turnMs}::float8 / 1000)
    from due, assets a
    where w.id = due.id and a.id = w.asset_id
    returning ${fields}`.execute(tx)
  return rows.map(withdrawalOf)
}

/**
 * Pauses between attempts: doubled from the first up to the longest, for at most `tries` attempts.
 */
export type Pauses = Readonly<{ firstMs: number; longestMs: number; tries: number }>

/** Ends the lease of open withdrawals and schedules their next attempt; none after the last. */
export async function putOffWithdrawals(
  tx: Tx,
  requestIds: readonly string[],
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

/** Finds withdrawals that are due to be sent or polled, longest waiting first. */
export async function findDueWithdrawals(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ requestId: string }>`
    select request_id as "requestId" from withdrawals
    where status in ('PROCESSING', 'SUBMITTED') and next_at <= statement_timestamp()
    order by next_at limit ${most}`.execute(db.read)
  return rows.map(({ requestId }) => requestId)
}

/** Makes approved withdrawals due for sending; returns those that were waiting for approval. */
export async function releaseToSend(
  tx: Tx,
  requestIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ requestId: string }>`
    update withdrawals set status = 'PROCESSING', next_at = now(), updated_at = now()
    where request_id = any(${requestIds}) and status = any(${sourcesOf('PROCESSING')})
    returning request_id as "requestId"`.execute(tx)
  return rows.map(({ requestId }) => requestId)
}

/** Claims completed payouts that the bank may return and whose next poll is due. */
export async function claimPaidOut(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly Sent[]> {
  const { rows } = await sql<Sent>`
    with due as (
      select id from withdrawals
      where status = 'SUCCESS' and reversed_at is null and ask_at <= statement_timestamp()
      order by ask_at limit ${most} for update skip locked
    )
    update withdrawals w set asks = asks + 1, ask_at = ${nextAsking(limits.asking.payouts)}
    from due where w.id = due.id
    returning w.request_id as "requestId", w.provider_id as "providerId"`.execute(db.read)
  return rows
}

/** Finds the ids by which to ask payx about a rupiah withdrawal; null if it was never sent. */
export async function findSentCash(
  db: Pick<Database, 'read'>,
  requestId: string,
): Promise<Sent | null> {
  const row = await db.read
    .selectFrom('withdrawals')
    .where('request_id', '=', requestId)
    .where('kind', '=', 'CASH')
    .where('attempts', '>', 0)
    .select(['request_id as requestId', 'provider_id as providerId'])
    .executeTakeFirst()
  return row ?? null
}
