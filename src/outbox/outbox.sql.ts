import { sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import type { OperatorNotice, RegulatorReport } from './notices.ts'

type Message = Readonly<{
  user: UserId
  kind: string
  key: string
  title: string
  body: string
  data: Readonly<Record<string, string>>
}>

/** Stores messages to users; answers the keys of those that were not there before. */
export async function insertMessages(
  tx: Tx,
  messages: readonly Message[],
): Promise<ReadonlySet<string>> {
  if (messages.length === 0) return new Set()
  const rows = rowsOf(
    messages.map(({ user, kind, key, title, body, data }) => ({
      user,
      kind,
      key,
      title,
      body,
      data: JSON.stringify(data),
    })),
    { user: 'bigint', kind: 'text', key: 'text', title: 'text', body: 'text', data: 'text' },
    't',
  )
  const stored = await sql<{ key: string }>`
    insert into user_messages (user_id, kind, dedupe_key, title, body, data)
    select t."user", t.kind, t.key, t.title, t.body, t.data::jsonb from ${rows}
    on conflict (dedupe_key) do nothing returning dedupe_key as key`.execute(tx)
  return new Set(stored.rows.map(({ key }) => key))
}

export async function insertAlerts(tx: Tx, alerts: readonly OperatorNotice[]): Promise<void> {
  if (alerts.length === 0) return
  const rows = rowsOf(
    alerts.map(({ severity, kind, key, subject, data }) => ({
      severity,
      kind,
      key,
      subject,
      data: JSON.stringify(data),
    })),
    { severity: 'text', kind: 'text', key: 'text', subject: 'text', data: 'text' },
    't',
  )
  await sql`
    insert into operator_alerts (severity, kind, dedupe_key, subject, data)
    select t.severity, t.kind, t.key, t.subject, t.data::jsonb from ${rows}
    on conflict (dedupe_key) do nothing`.execute(tx)
}

/** Stores reports to send; answers the keys of those that were not there before. */
export async function insertReports(
  tx: Tx,
  reports: readonly RegulatorReport[],
): Promise<ReadonlySet<string>> {
  if (reports.length === 0) return new Set()
  const rows = rowsOf(
    reports.map(({ key, kind, data }) => ({ key, kind, data: JSON.stringify(data) })),
    { key: 'text', kind: 'text', data: 'text' },
    't',
  )
  const stored = await sql<{ key: string }>`
    insert into reports (request_id, kind, payload)
    select t.key, t.kind, t.data::jsonb from ${rows}
    on conflict (request_id) do nothing returning request_id as key`.execute(tx)
  return new Set(stored.rows.map(({ key }) => key))
}

/** A report the queue has taken is SENT; one it has answered meanwhile keeps that answer. */
export async function markReportSent(db: Pick<Database, 'read'>, requestId: string): Promise<void> {
  await sql`
    update reports set status = 'SENT', updated_at = now()
    where request_id = ${requestId} and status = 'PENDING'`.execute(db.read)
}

export type ReportAnswer = Readonly<{
  requestId: string
  kind: 'A' | 'B' | 'C'
  status: 'SUCCESS' | 'FAILED'
  message: string | null
}>

/** Records what the queue says of a report of that kind; the last word counts. False: no such. */
export async function recordReportAnswer(tx: Tx, answer: ReportAnswer): Promise<boolean> {
  const result = await sql`
    update reports set status = ${answer.status}, message = ${answer.message}, updated_at = now()
    where request_id = ${answer.requestId} and kind = ${answer.kind}`.execute(tx)
  return result.numAffectedRows === 1n
}
