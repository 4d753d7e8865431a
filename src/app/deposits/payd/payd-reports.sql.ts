import { sql } from 'kysely'
import { idr, money } from '../../../base/values/money.ts'
import type { Database, Tx } from '../../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { paydLimits } from './payd-limits.ts'
import type { PaydPayment } from './payd-payment.rules.ts'

/** A reported payment that payd is yet to confirm. */
export type OpenReport = PaydPayment & Readonly<{ queries: number; isYoung: boolean }>

/** The new state of a report. */
export type Ended = PaydPayment &
  Readonly<{
    state: 'ASKING' | 'BOOKED' | 'REFUSED' | 'GIVEN_UP'
    why: string | null
    queries: number
  }>

const keyColumns = { id: 'text', units: 'numeric' } as const

const keysOf = (payments: readonly Pick<PaydPayment, 'merchantOrderId' | 'amount'>[]) =>
  rowsOf(
    payments.map(({ merchantOrderId, amount }) => ({ id: merchantOrderId, units: amount.units })),
    keyColumns,
  )

/**
 * Records reported payments; returns the keys of those to confirm now. Booked payments and those
 * reported too often are left out.
 */
export async function recordReports(
  tx: Tx,
  payments: readonly PaydPayment[],
): Promise<ReadonlySet<string>> {
  if (payments.length === 0) return new Set()
  const reported = rowsOf(
    payments.map((payment) => ({
      id: payment.merchantOrderId,
      units: payment.amount.units,
      reference: payment.reference,
      publisher: payment.publisherOrderId,
    })),
    { ...keyColumns, reference: 'text', publisher: 'text' },
  )
  const asking = await readRows(tx, { key: 'text' })`
    insert into payd_reports as r (merchant_order_id, amount, reference, publisher_order_id, state)
    select t.id, t.units, t.reference, t.publisher, 'ASKING' from ${reported} order by t.id, t.units
    on conflict (merchant_order_id, amount) do update set
      state = 'ASKING', reported = r.reported + 1, queries = 0, updated_at = now(),
      reference = coalesce(r.reference, excluded.reference),
      publisher_order_id = coalesce(r.publisher_order_id, excluded.publisher_order_id)
    where r.state <> 'BOOKED' and r.reported < ${paydLimits.reportedTimes}
    returning merchant_order_id || ' ' || amount as key`
  return new Set(asking.map(({ key }) => key))
}

const reportColumns = columnsOf({
  id: 'text',
  units: 'units',
  reference: 'text?',
  publisher: 'text?',
  queries: 'bigint',
  isYoung: 'boolean',
})
type ReportRow = RowOf<typeof reportColumns>

const selected = sql`
  select r.merchant_order_id as id, r.amount as units, r.reference,
    r.publisher_order_id as publisher, r.queries,
    r.created_at > now() - make_interval(secs => ${paydLimits.orderAppearsSeconds}) as "isYoung"
  from payd_reports r`

const reportOf = ({ id, units, publisher, ...row }: ReportRow): OpenReport => ({
  ...row,
  merchantOrderId: id,
  amount: money(idr, BigInt(units)),
  publisherOrderId: publisher,
})

type Keys = readonly Pick<PaydPayment, 'merchantOrderId' | 'amount'>[]

export async function findOpenReports(
  db: Database['read'],
  keys: Keys,
): Promise<readonly OpenReport[]> {
  const found = await readRows(db, reportColumns)`
    ${selected} join ${keysOf(keys)} on t.id = r.merchant_order_id and t.units = r.amount
    where r.state = 'ASKING'`
  return found.map(reportOf)
}

/** Returns those of these reports that are still open, locked until the transaction ends. */
export async function lockOpenReports(tx: Tx, keys: Keys): Promise<readonly OpenReport[]> {
  const found = await readRows(tx, reportColumns)`
    ${selected} join ${keysOf(keys)} on t.id = r.merchant_order_id and t.units = r.amount
    where r.state = 'ASKING' order by r.merchant_order_id, r.amount for update of r`
  return found.map(reportOf)
}

/** Finds the keys of reports that ended without a payment. */
export async function findUnpaidReports(tx: Tx, keys: Keys): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set()
  const found = await readRows(tx, { key: 'text' })`
    select r.merchant_order_id || ' ' || r.amount as key
    from payd_reports r join ${keysOf(keys)} on t.id = r.merchant_order_id and t.units = r.amount
    where r.state in ('REFUSED', 'GIVEN_UP')`
  return new Set(found.map(({ key }) => key))
}

export async function writeReports(tx: Tx, reports: readonly Ended[]): Promise<void> {
  if (reports.length === 0) return
  const ended = rowsOf(
    reports.map(({ merchantOrderId, amount, state, why, queries }) => ({
      id: merchantOrderId,
      units: amount.units,
      state,
      why,
      queries,
    })),
    { ...keyColumns, state: 'text', why: 'text', queries: 'integer' },
  )
  await sql`
    update payd_reports r set state = t.state, why = t.why, queries = t.queries, updated_at = now()
    from ${ended} where r.merchant_order_id = t.id and r.amount = t.units`.execute(tx)
}
