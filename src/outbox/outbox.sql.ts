import { sql } from 'kysely'
import type { UserId } from '../base/ids.ts'
import type { Tx } from '../database/database.ts'
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

/** Stores messages to users; returns the keys of those that were not stored before. */
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

/** Stores alerts; returns the keys of those that were not stored before. */
export async function insertAlerts(
  tx: Tx,
  alerts: readonly OperatorNotice[],
): Promise<ReadonlySet<string>> {
  if (alerts.length === 0) return new Set()
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
  const stored = await sql<{ key: string }>`
    insert into operator_alerts (severity, kind, dedupe_key, subject, data)
    select t.severity, t.kind, t.key, t.subject, t.data::jsonb from ${rows}
    on conflict (dedupe_key) do nothing returning dedupe_key as key`.execute(tx)
  return new Set(stored.rows.map(({ key }) => key))
}

/** Stores reports to send; returns the keys of those that were not stored before. */
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

/**
 * Marks reports that the queue accepted as SENT; one it has answered meanwhile keeps that answer.
 */
export async function markReportsSent(tx: Tx, requestIds: readonly string[]): Promise<void> {
  await sql`
    update reports set status = 'SENT', updated_at = now()
    where request_id in ${locked(requestIds)} and status = 'PENDING'`.execute(tx)
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
  const rows = rowsOf(
    last,
    { requestId: 'text', kind: 'text', status: 'text', message: 'text' },
    't',
  )
  const known = await sql<Pick<ReportAnswer, 'requestId' | 'kind'>>`
    update reports r set status = t.status, message = t.message, updated_at = now()
    from ${rows} where r.request_id = t."requestId" and r.kind = t.kind
    and r.request_id in ${locked(last.map(({ requestId }) => requestId))}
    returning r.request_id as "requestId", r.kind`.execute(tx)
  const names = new Set(known.rows.map(nameOf))
  return answers.map((answer) => names.has(nameOf(answer)))
}

const nameOf = ({ requestId, kind }: Pick<ReportAnswer, 'requestId' | 'kind'>): string =>
  `${kind} ${requestId}`

/** Locks the rows in a fixed order, so that concurrent batches do not deadlock. */
const locked = (requestIds: readonly string[]) => sql`(
  select request_id from reports where request_id = any(${requestIds}::text[])
  order by request_id for no key update)`
