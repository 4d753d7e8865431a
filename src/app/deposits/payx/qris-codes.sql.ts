import { sql } from 'kysely'
import type { UserId } from '../../../base/values/ids.ts'
import { formatMoney, idr, type Money, money } from '../../../base/values/money.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { firstPoll, nextPoll } from '../../transfers/polling.sql.ts'
import { pollingLimits } from '../../transfers/polling-limits.ts'

export type QrisCode = Readonly<{
  id: number
  externalId: string
  /** In rupiah, formatted as in the API. */
  amount: string
  /** null until payx has opened the code. */
  qrString: string | null
  status: string
  expiresAt: Date
  createdAt: Date
}>

const columns = [
  'id',
  'external_id as externalId',
  'amount',
  'qr_string as qrString',
  'expires_at as expiresAt',
  'created_at as createdAt',
] as const

/** An expired code reads as inactive, even if its row does not say so yet. */
const status = sql<string>`
  case when status in ('REQUESTED', 'ACTIVE') and expires_at <= now() then 'INACTIVE'
       else status end`.as('status')

const codeOf = (row: QrisCode): QrisCode => ({
  ...row,
  amount: formatMoney(money(idr, BigInt(row.amount))),
})

/** Stores a code before payx is called. */
export async function requestQrisCode(
  tx: Tx,
  request: Readonly<{ user: UserId; externalId: string; amount: Money; ttlHours: number }>,
): Promise<QrisCode> {
  const row = await tx
    .insertInto('qris_codes')
    .values({
      user_id: request.user,
      external_id: request.externalId,
      amount: request.amount.units.toString(),
      status: 'REQUESTED',
      expires_at: sql<Date>`now() + make_interval(hours => ${request.ttlHours}::int)`,
      poll_at: firstPoll(pollingLimits.qris),
    })
    .returning(columns)
    .returning(status)
    .executeTakeFirstOrThrow()
  return codeOf(row)
}

/** Stores payx's response; from then on the code is listed. */
export async function openedQrisCode(
  tx: Tx,
  opened: Readonly<{ externalId: string; providerId: string; qrString: string }>,
): Promise<QrisCode> {
  const row = await tx
    .updateTable('qris_codes')
    .set({
      provider_id: opened.providerId,
      qr_string: opened.qrString,
      // A code may be paid before payx's response arrives.
      status: sql<string>`case status when 'REQUESTED' then 'ACTIVE' else status end`,
      updated_at: sql<Date>`now()`,
    })
    .where('external_id', '=', opened.externalId)
    .returning(columns)
    .returning(status)
    .executeTakeFirstOrThrow()
  return codeOf(row)
}

/** Marks a code as failed after payx rejected it. */
export async function failQrisCode(tx: Tx, externalId: string): Promise<void> {
  await tx
    .updateTable('qris_codes')
    .set({ status: 'FAILED', updated_at: sql<Date>`now()` })
    .where('external_id', '=', externalId)
    .where('status', '=', 'REQUESTED')
    .execute()
}

/** Lists the user's codes that payx has opened, newest first. */
export async function readQrisCodes(
  db: Pick<Database, 'read'>,
  user: UserId,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly QrisCode[]> {
  const rows = await db.read
    .selectFrom('qris_codes')
    .where('user_id', '=', user)
    .where('qr_string', 'is not', null)
    .select(columns)
    .select(status)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(codeOf)
}

/** What decides whether a payment matches its code. */
export type PayableCode = Readonly<{
  id: number
  user: UserId
  amount: Money
  paid: boolean
  expiresAt: Date
  /** By the database's clock. */
  now: Date
}>

/**
 * Locks the codes of these references, so that concurrent payments of one code are handled one at a
 * time.
 */
export async function lockQrisCodes(
  tx: Tx,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, PayableCode>> {
  if (externalIds.length === 0) return new Map()
  const wanted = rowsOf(
    [...new Set(externalIds)].map((ref) => ({ ref })),
    { ref: 'text' },
  )
  const rows = await readRows(tx, {
    id: 'bigint',
    user: 'userId',
    ref: 'text',
    amount: 'units',
    paid: 'boolean',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  })`
    select q.id, q.user_id as "user", q.external_id as ref, q.amount, q.status = 'PAID' as paid,
      q.expires_at as "expiresAt", clock_timestamp() as now
    from qris_codes q join ${wanted} on q.external_id = t.ref
    order by q.id for update of q`
  return new Map(
    rows.map(({ ref, amount, ...row }) => [ref, { ...row, amount: money(idr, amount) }]),
  )
}

export async function markQrisPaid(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('qris_codes')
    .set({ status: 'PAID', updated_at: sql<Date>`now()` })
    .where('id', 'in', [...ids])
    .execute()
}

/** Makes the next poll of every unpaid code due, unless all its polls were made. */
export async function pollQrisCodesNow(tx: Tx): Promise<void> {
  await sql`
    update qris_codes set poll_at = now() where status = 'ACTIVE' and poll_at > now()`.execute(tx)
}

const isPollDue = sql`status = 'ACTIVE' and poll_at <= statement_timestamp()`

export const hasDueCodes = sql<boolean>`exists (select from qris_codes where ${isPollDue})`

/** Claims unpaid codes whose next poll is due, and schedules the poll after it. */
export async function claimQrisCodes(
  db: Pick<Database, 'read'>,
  most: number,
): Promise<readonly string[]> {
  const rows = await readRows(db.read, { ref: 'text' })`
    with due as (
      select id from qris_codes where ${isPollDue}
      order by poll_at limit ${most} for update skip locked
    )
    update qris_codes q set polls = polls + 1, poll_at = ${nextPoll(pollingLimits.qris)}
    from due where q.id = due.id returning q.external_id as ref`
  return rows.map(({ ref }) => ref)
}
