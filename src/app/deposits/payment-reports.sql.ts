import { type RawBuilder, sql } from 'kysely'
import { chunks } from '../../base/values/chunks.ts'
import { idr, money } from '../../base/values/money.ts'
import type { Reader, Tx } from '../../core/database/database.ts'
import { columnsOf, oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import { enqueueJob } from '../../core/outbox/queue.ts'
import { reportLimits } from './deposit-limits.ts'
import {
  type DecidedReport,
  type OpenReport,
  type Payment,
  type ReportKey,
  reportKey,
} from './payment-report.rules.ts'

const keyKinds = { method: 'text', ref: 'text', account: 'text', units: 'numeric' } as const

const rowOf = ({ method, ref, account, amount }: ReportKey) => ({
  method,
  ref,
  account,
  units: amount.units,
})

const keysOf = (reports: readonly ReportKey[]) => rowsOf(reports.map(rowOf), keyKinds)

const isKey = sql`
  r.provider_ref = t.ref and r.method = t.method and r.account = t.account and r.amount = t.units`

const key = sql`r.method, r.provider_ref as ref, r.account, r.amount as units`

const keyColumns = columnsOf({
  method: oneOfTexts('VA', 'QRIS', 'ORDER'),
  ref: 'text',
  account: 'text',
  units: 'units',
})

function inMoney<Row extends Readonly<{ units: bigint }>>({ units, ...row }: Row) {
  return { ...row, amount: money(idr, units) }
}

const askAgain = sql`
  state = 'ASKING', reported = r.reported + 1, queries = 0, updated_at = now()`

const mayAskAgain = sql`r.reported < ${reportLimits.reportedTimes}`

/**
 * Records reported payments and enqueues the jobs that confirm them; returns their keys. Booked
 * payments and those reported too often are left out.
 */
export async function recordReports(
  tx: Tx,
  payments: readonly Payment[],
  { pauseMs = 0 }: Readonly<{ pauseMs?: number }> = {},
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set()
  const rows = rowsOf(
    payments.map((payment) => ({
      ...rowOf(payment),
      bank: payment.method === 'ORDER' ? null : payment.bankCode,
      reference: payment.reference ?? null,
      publisher: payment.method === 'ORDER' ? payment.publisherOrderId : null,
    })),
    { ...keyKinds, bank: 'text', reference: 'text', publisher: 'text' },
  )
  const asking = await readRows(tx, keyColumns)`
    insert into payment_reports as r (
      provider_ref, method, account, amount, bank_code, reference, publisher_order_id, state)
    select distinct on (t.ref, t.method, t.account, t.units)
      t.ref, t.method, t.account, t.units, t.bank, t.reference, t.publisher, 'ASKING' from ${rows}
    order by t.ref, t.method, t.account, t.units
    on conflict (provider_ref, method, account, amount) do update set ${askAgain},
      reference = coalesce(r.reference, excluded.reference),
      publisher_order_id = coalesce(r.publisher_order_id, excluded.publisher_order_id)
    where r.state <> 'BOOKED' and ${mayAskAgain}
    returning ${key}`
  return enqueueQueries(tx, asking.map(inMoney), pauseMs)
}

/** Reopens reports that ended without a payment, except those reported too often. */
export async function reopenReports(tx: Tx, payments: readonly Payment[]): Promise<void> {
  if (payments.length === 0) return
  const reopened = await readRows(tx, keyColumns)`
    update payment_reports r set ${askAgain} from ${keysOf(payments)}
    where ${isKey} and r.state in ('REFUSED', 'GIVEN_UP') and ${mayAskAgain}
    returning ${key}`
  enqueueQueries(tx, reopened.map(inMoney), 0)
}

/** Enqueues the jobs that confirm these reports, a bounded number in each; returns their keys. */
export function enqueueQueries(
  tx: Tx,
  reports: readonly ReportKey[],
  pauseMs: number,
): ReadonlySet<string> {
  const items = reports.map((report) => ({ ...rowOf(report), units: String(report.amount.units) }))
  for (const some of chunks(items, reportLimits.items)) {
    enqueueJob(tx, 'confirm-payments', some, pauseMs)
  }
  return new Set(reports.map(reportKey))
}

const openColumns = columnsOf({
  ...keyColumns,
  bankCode: 'text?',
  reference: 'text?',
  publisherOrderId: 'text?',
  queries: 'integer',
  isOld: 'boolean',
  reportedAt: 'timestamptz',
})

const selectOpen = async (
  db: Reader,
  keys: readonly ReportKey[],
  lock: RawBuilder<unknown>,
): Promise<readonly OpenReport[]> => {
  const found = await readRows(db, openColumns)`
    select ${key}, r.bank_code as "bankCode", r.reference,
      r.publisher_order_id as "publisherOrderId", r.queries, r.created_at as "reportedAt",
      r.created_at <= now() - make_interval(secs => ${reportLimits.oldSeconds}) as "isOld"
    from payment_reports r join ${keysOf(keys)} on ${isKey} where r.state = 'ASKING' ${lock}`
  return found.map(inMoney)
}

export const findOpenReports = (
  db: Reader,
  keys: readonly ReportKey[],
): Promise<readonly OpenReport[]> => selectOpen(db, keys, sql``)

/** Returns those of these reports that are still open, locked until the transaction ends. */
export const lockOpenReports = (
  tx: Tx,
  keys: readonly ReportKey[],
): Promise<readonly OpenReport[]> =>
  selectOpen(tx, keys, sql`order by r.provider_ref, r.method, r.account, r.amount for update of r`)

export async function writeReports(tx: Tx, reports: readonly DecidedReport[]): Promise<void> {
  if (reports.length === 0) return
  const rows = rowsOf(
    reports.map((report) => ({
      ...rowOf(report),
      state: report.state,
      why: report.why,
      queries: report.queries,
    })),
    { ...keyKinds, state: 'text', why: 'text', queries: 'integer' },
  )
  await sql`
    update payment_reports r set
      state = t.state, why = t.why, queries = t.queries, updated_at = now()
    from ${rows} where ${isKey}`.execute(tx)
}

/** Returns the states of those of these reports that exist, by their keys. */
export async function findReportStates(
  db: Reader,
  keys: readonly ReportKey[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const found = await readRows(db, { ...keyColumns, state: 'text' })`
    select ${key}, r.state from payment_reports r join ${keysOf(keys)} on ${isKey}`
  return new Map(found.map(({ state, ...row }) => [reportKey(inMoney(row)), state]))
}

/** Sums the credited payments that payx has denied, in units of rupiah. */
export async function readDeniedCredits(db: Reader): Promise<bigint> {
  const rows = await readRows(db, { units: 'units?' })`
    select sum(d.amount)::text as units
    from payment_reports r join cash_deposits d
      on d.provider = 'payx' and d.provider_ref = r.provider_ref and d.method = r.method
      and d.amount = r.amount and d.status = 'COMPLETED'
    where r.state in ('ASKING', 'REFUSED') and r.queries > 0`
  return rows[0]?.units ?? 0n
}
