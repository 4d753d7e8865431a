import { sql } from 'kysely'
import { type OperatorId, operatorId } from '../base/ids.ts'
import type { Database, Tx } from '../database/database.ts'

/** The subject of an action: `user` and `42`, `wallet-flag` and `WD`. */
export type Subject = Readonly<{ kind: string; id: string | number }>

export type AuditEntry = Readonly<{
  /** null if no operator was signed in. */
  operator: OperatorId | null
  action: string
  subject: Subject
  /** The subject's state before and after, or the reason; never a secret. */
  before: Facts | null
  after: Facts | null
  ip: string
  requestId: string
}>

/** The facts of an audited action. Money is given as decimal text. */
export type Facts = Readonly<
  Record<string, string | number | boolean | null | readonly string[] | readonly number[]>
>

/** Inserts an audit entry, in the transaction of the audited change. */
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

/** Returns the names of the subject's facts that any operator has ever changed by this action. */
export async function changedFacts(
  tx: Tx,
  action: string,
  { kind, id }: Subject,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct fact.key as name
    from operator_audit a, jsonb_each(a.after) fact
    where a.operator_id is not null and a.action = ${action}
      and a.subject_kind = ${kind} and a.subject_id = ${String(id)}
      and a.before -> fact.key is distinct from fact.value`.execute(tx)
  return new Set(rows.map(({ name }) => name))
}

/** Audits a change by the command that loads the catalogue. */
export const insertCatalogueAudit = (
  tx: Tx,
  subject: Subject,
  before: Facts | null,
  after: Facts,
): Promise<void> =>
  insertAudit(tx, {
    operator: null,
    action: 'catalogue.load',
    subject,
    before,
    after,
    ip: 'command line',
    requestId: 'command line',
  })

export type AuditFilter = Readonly<{
  operator: OperatorId | null
  action: string | null
  subjectKind: string | null
  subjectId: string | null
}>

const matching = (db: Database['read'], filter: AuditFilter) => {
  let query = db.selectFrom('operator_audit as a')
  if (filter.operator !== null) query = query.where('a.operator_id', '=', filter.operator)
  if (filter.action !== null) query = query.where('a.action', '=', filter.action)
  if (filter.subjectKind !== null) query = query.where('a.subject_kind', '=', filter.subjectKind)
  if (filter.subjectId !== null) query = query.where('a.subject_id', '=', filter.subjectId)
  return query
}

export type AuditRecord = Readonly<{
  id: number
  operator: Readonly<{ id: OperatorId; email: string }> | null
  action: string
  subject: Readonly<{ kind: string; id: string }>
  before: unknown
  after: unknown
  ip: string
  requestId: string
  at: Date
}>

/** Lists audit entries, newest first. */
export async function listAudit(
  db: Pick<Database, 'read'>,
  filter: AuditFilter,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<readonly AuditRecord[]> {
  const rows = await matching(db.read, filter)
    .leftJoin('operators as o', 'o.id', 'a.operator_id')
    .selectAll('a')
    .select('o.email')
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    operator:
      row.operator_id === null ? null : { id: operatorId(row.operator_id), email: row.email ?? '' },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    before: row.before,
    after: row.after,
    ip: row.ip,
    requestId: row.request_id,
    at: row.at,
  }))
}

export async function countAudit(db: Pick<Database, 'read'>, filter: AuditFilter): Promise<number> {
  const row = await matching(db.read, filter)
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  return row.entries
}
