import { sql } from 'kysely'
import { chunks } from '../../../base/values/chunks.ts'
import { idr, money } from '../../../base/values/money.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { columnsOf, oneOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { enqueueJob } from '../../../core/outbox/enqueue.ts'
import { payxLimits } from './payx-limits.ts'
import type { PayxReport, ReportKey } from './payx-report.rules.ts'

/** A report whose payment is neither booked nor refused. */
export type OpenPayxReport = PayxReport &
  Readonly<{ denied: number; isOld: boolean; reportedAt: Date }>

export type EndedPayxReport = ReportKey &
  Readonly<{ state: 'ASKING' | 'BOOKED' | 'REFUSED'; why: string | null; denied: number }>

const payxReportColumns = columnsOf({
  method: oneOf('VA', 'QRIS'),
  ref: 'text',
  account: 'text',
  units: 'units',
  bankCode: 'text?',
})
type PayxReportRow = RowOf<typeof payxReportColumns>

const keyColumns = { method: 'text', ref: 'text', account: 'text', units: 'numeric' } as const

const rowOf = ({ method, ref, account, amount }: ReportKey) => ({
  method,
  ref,
  account,
  units: amount.units,
})

const keysOf = (reports: readonly ReportKey[]) => rowsOf(reports.map(rowOf), keyColumns)

const isKey = sql`
  r.payment_ref = t.ref and r.method = t.method and r.account = t.account and r.amount = t.units`

const selected = sql`
  r.method, r.payment_ref as ref, r.account, r.amount as units, r.bank_code as "bankCode"`

function reportOf<Rest extends PayxReportRow>({ units, ...rest }: Rest) {
  return { ...rest, amount: money(idr, BigInt(units)) }
}

/**
 * Records reports; returns those to confirm now. Booked payments and those reported too often are
 * left out.
 */
export async function recordReports(
  tx: Tx,
  reports: readonly PayxReport[],
): Promise<readonly PayxReport[]> {
  if (reports.length === 0) return []
  const rows = rowsOf(
    reports.map((report) => ({ ...rowOf(report), bank: report.bankCode })),
    { ...keyColumns, bank: 'text' },
  )
  const asking = await readRows(tx, payxReportColumns)`
    insert into payx_reports as r (payment_ref, method, account, amount, bank_code, state)
    select distinct on (t.ref, t.method, t.account, t.units)
      t.ref, t.method, t.account, t.units, t.bank, 'ASKING' from ${rows}
    order by t.ref, t.method, t.account, t.units
    on conflict (payment_ref, method, account, amount) do update set
      state = 'ASKING', reported = r.reported + 1, denied = 0, updated_at = now()
    where r.state <> 'BOOKED' and r.reported < ${payxLimits.reportTimes}
    returning ${selected}`
  return asking.map(reportOf)
}

/** Reopens refused reports, except those reported too often; returns the reopened ones. */
export async function reopenReports(
  tx: Tx,
  reports: readonly ReportKey[],
): Promise<readonly PayxReport[]> {
  if (reports.length === 0) return []
  const reopened = await readRows(tx, payxReportColumns)`
    update payx_reports r set
      state = 'ASKING', reported = r.reported + 1, denied = 0, updated_at = now()
    from ${keysOf(reports)}
    where ${isKey} and r.state = 'REFUSED' and r.reported < ${payxLimits.reportTimes}
    returning ${selected}`
  return reopened.map(reportOf)
}

/** Enqueues the jobs that confirm these reports, a bounded number in each. */
export function pollReports(tx: Tx, reports: readonly ReportKey[]): void {
  const items = reports.map((report) => ({ ...rowOf(report), units: String(report.amount.units) }))
  for (const some of chunks(items, payxLimits.askItems)) {
    enqueueJob(tx, 'confirm-payx-payments', some)
  }
}

const openColumns = columnsOf({
  ...payxReportColumns,
  denied: 'integer',
  isOld: 'boolean',
  reportedAt: 'timestamptz',
})

const open = sql`
  select ${selected}, r.denied, r.created_at as "reportedAt",
    r.created_at <= now() - make_interval(secs => ${payxLimits.unansweredSeconds}) as "isOld"
  from payx_reports r`

export async function findOpenPayxReports(
  db: Database['read'],
  keys: readonly ReportKey[],
): Promise<readonly OpenPayxReport[]> {
  const found = await readRows(db, openColumns)`
    ${open} join ${keysOf(keys)} on ${isKey} where r.state = 'ASKING'`
  return found.map(reportOf)
}

/** Returns those of these reports that are still open, locked until the transaction ends. */
export async function lockOpenPayxReports(
  tx: Tx,
  keys: readonly ReportKey[],
): Promise<readonly OpenPayxReport[]> {
  const found = await readRows(tx, openColumns)`
    ${open} join ${keysOf(keys)} on ${isKey} where r.state = 'ASKING'
    order by r.payment_ref, r.method, r.account, r.amount for update of r`
  return found.map(reportOf)
}

export async function writePayxReports(tx: Tx, reports: readonly EndedPayxReport[]): Promise<void> {
  if (reports.length === 0) return
  const rows = rowsOf(
    reports.map((report) => ({
      ...rowOf(report),
      state: report.state,
      why: report.why,
      denied: report.denied,
    })),
    { ...keyColumns, state: 'text', why: 'text', denied: 'integer' },
  )
  await sql`
    update payx_reports r set state = t.state, why = t.why, denied = t.denied, updated_at = now()
    from ${rows} where ${isKey}`.execute(tx)
}
