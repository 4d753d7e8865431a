import { sql } from 'kysely'
import type { OperatorId } from '../base/ids.ts'
import type { Tx } from '../database/database.ts'

/** What was acted on: `user` and `42`, `wallet-flag` and `WD`. */
export type Subject = Readonly<{ kind: string; id: string | number }>

export type AuditEntry = Readonly<{
  /** Null where nobody was signed in. */
  operator: OperatorId | null
  action: string
  subject: Subject
  /** What the subject was before and after, or why; never a secret. */
  before: Facts | null
  after: Facts | null
  ip: string
  requestId: string
}>

/** What stands in the audit beside an action. Money as its decimal text. */
export type Facts = Readonly<
  Record<string, string | number | boolean | null | readonly string[] | readonly number[]>
>

/** Adds to the audit, within the transaction of what it tells of. */
export async function insertAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await sql`
    insert into operator_audit
      (operator_id, action, subject_kind, subject_id, before, after, ip, request_id)
    values (${entry.operator}, ${entry.action}, ${entry.subject.kind}, ${String(entry.subject.id)},
            ${jsonOf(entry.before)}::jsonb, ${jsonOf(entry.after)}::jsonb,
            ${entry.ip}, ${entry.requestId})`.execute(tx)
}

const jsonOf = (facts: Facts | null): string | null =>
  facts === null ? null : JSON.stringify(facts)
