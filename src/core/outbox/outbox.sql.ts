import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Tx } from '../database/database.ts'
import { insertRows, sendRows } from '../database/driver/insert.ts'
import { oneOfTexts, readRows } from '../database/driver/read-rows.ts'
import { rowsOf } from '../database/driver/rows.ts'
import type { OperatorNotice, RegulatorReport } from './notices.ts'

export type Message = Readonly<{
  user: UserId
  kind: string
  key: string
  title: string
  body: string
  data: Readonly<Record<string, string>>
}>

const messageRow = ({ user, kind, key, title, body, data }: Message) => {
  return { user_id: user, kind, dedupe_key: key, title, body, data }
}
const alertRow = ({ severity, kind, key, subject, data }: OperatorNotice) => {
  return { severity, kind, dedupe_key: key, subject, data }
}
const reportRow = ({ key, kind, data }: RegulatorReport) => {
  return { request_id: key, kind, payload: data }
}
const once = { unique: ['dedupe_key'] } as const

/** Stores messages to users; returns the keys of those that were not stored before. */
export async function insertMessages(
  tx: Tx,
  messages: readonly Message[],
): Promise<ReadonlySet<string>> {
  const returning = ['dedupe_key'] as const
  const rows = messages.map(messageRow)
  const stored = await insertRows(tx, 'user_messages', rows, { ...once, returning })
  return new Set(stored.map((row) => row.dedupe_key))
}

/** Stores alerts; returns the keys of those that were not stored before. */
export async function insertAlerts(
  tx: Tx,
  alerts: readonly OperatorNotice[],
): Promise<ReadonlySet<string>> {
  const returning = ['dedupe_key'] as const
  const rows = alerts.map(alertRow)
  const stored = await insertRows(tx, 'operator_alerts', rows, { ...once, returning })
  return new Set(stored.map((row) => row.dedupe_key))
}

/** Stores reports to send; returns the keys of those that were not stored before. */
export async function insertReports(
  tx: Tx,
  reports: readonly RegulatorReport[],
): Promise<ReadonlySet<string>> {
  const key = ['request_id'] as const
  const rows = reports.map(reportRow)
  const stored = await insertRows(tx, 'reports', rows, { unique: key, returning: key })
  return new Set(stored.map((row) => row.request_id))
}

/** Sends alerts to be stored, except those that are. */
export const sendAlerts = (tx: Tx, alerts: readonly OperatorNotice[]): void =>
  sendRows(tx, 'operator_alerts', alerts.map(alertRow), once)

/** Sends new messages to be stored; the transaction fails if one is stored already. */
export const sendMessages = (tx: Tx, messages: readonly Message[]): void =>
  sendRows(tx, 'user_messages', messages.map(messageRow))

/** Sends new reports to be stored; the transaction fails if one is stored already. */
export const sendReports = (tx: Tx, reports: readonly RegulatorReport[]): void =>
  sendRows(tx, 'reports', reports.map(reportRow))

/**
 * Marks reports that the queue accepted as SENT; one it has answered meanwhile keeps that answer.
 */
export async function markReportsSent(tx: Tx, requestIds: readonly string[]): Promise<void> {
  // Apart, since PostgreSQL might otherwise look for them among all pending reports.
  await sql`
    with locked as materialized ${locked(requestIds)}
    update reports r set status = 'SENT', updated_at = now()
    from locked l where r.request_id = l.request_id and l.status = 'PENDING'`.execute(tx)
}

export type ReportAnswer = Readonly<{
  requestId: string
  kind: 'A' | 'B' | 'C'
  status: 'SUCCESS' | 'FAILED'
  message: string | null
}>

/**
 * Records the queue's answers about reports, each of the kind it names; of several answers to one
 * report the last counts. Returns for each answer whether there is such a report.
 */
export async function recordReportAnswers(
  tx: Tx,
  answers: readonly ReportAnswer[],
): Promise<readonly boolean[]> {
  const last = [...new Map(answers.map((answer) => [nameOf(answer), answer])).values()]
  const rows = rowsOf(last, { requestId: 'text', kind: 'text', status: 'text', message: 'text' })
  const known = await readRows(tx, { requestId: 'text', kind: oneOfTexts('A', 'B', 'C') })`
    with locked as materialized ${locked(last.map(({ requestId }) => requestId))}
    update reports r set status = t.status, message = t.message, updated_at = now()
    from locked l join ${rows} on l.request_id = t."requestId" and l.kind = t.kind
    where r.request_id = l.request_id
    returning r.request_id as "requestId", r.kind`
  const names = new Set(known.map(nameOf))
  return answers.map((answer) => names.has(nameOf(answer)))
}

const nameOf = ({ requestId, kind }: Pick<ReportAnswer, 'requestId' | 'kind'>): string =>
  `${kind} ${requestId}`

/** Locks the rows in a fixed order, so that concurrent batches do not deadlock. */
const locked = (requestIds: readonly string[]) => sql`(
  select request_id, kind, status from reports where request_id = any(${requestIds}::text[])
  order by request_id for no key update)`
