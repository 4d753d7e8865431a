import { type RawBuilder, sql } from 'kysely'
import { type CursorRequest, cursorPageOf } from '../../base/values/cursor.ts'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { afterCursor, whereEach } from '../database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../database/partitions/time-span.ts'
import type { Fact } from '../facts/fact.ts'
import { recordFacts } from '../facts/record-facts.ts'

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
  const { operator, action, subject, before, after, ip, requestId } = entry
  await tx
    .insertInto('operator_audit')
    .values({
      operator_id: operator,
      action,
      subject_kind: subject.kind,
      subject_id: String(subject.id),
      before,
      after,
      ip,
      request_id: requestId,
    })
    .execute()
  recordFacts(tx, () => [decisionFact(entry)])
}

/** The fact for subscribers of events; an address of the network is not theirs to know. */
const decisionFact = ({ operator, action, subject, before, after }: AuditEntry): Fact => ({
  type: 'operator.acted',
  user: null,
  subject: `${subject.kind} ${subject.id}`,
  key: null,
  item: {
    operatorId: operator,
    action,
    subject: { kind: subject.kind, id: String(subject.id) },
    before,
    after,
  },
})

/** Finds the last change of a subject; a proposal is a change once it takes effect. */
export async function lastChangeOf(
  tx: Tx,
  { kind, id }: Subject,
): Promise<Readonly<{ by: string | null; at: Date }> | null> {
  const row = await tx
    .selectFrom('operator_audit as a')
    .leftJoin('operators as o', 'o.id', 'a.operator_id')
    .where('a.subject_kind', '=', kind)
    .where('a.subject_id', '=', String(id))
    .where('a.after', 'is not', null)
    .where(({ eb, or }) =>
      or([eb('a.action', 'not like', 'proposal.%'), eb('a.action', '=', 'proposal.apply')]),
    )
    .select(['o.email as by', 'a.at'])
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/**
 * Returns the names of the subject's facts that operators have ever changed, by this action or by
 * proposals.
 */
export async function changedFacts(
  tx: Tx,
  action: string,
  { kind, id }: Subject,
): Promise<ReadonlySet<string>> {
  const rows = await readRows(tx, { name: 'text' })`
    select distinct fact.key as name
    from operator_audit a, jsonb_each(a.after) fact
    where a.action in (${action}, 'proposal.apply')
      and a.subject_kind = ${kind} and a.subject_id = ${String(id)}
      and jsonb_exists(a.before, fact.key) and a.before -> fact.key <> fact.value`
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

/** The addresses from which an operator signed in within thirty days. */
export async function listSignInAddresses(
  db: Pick<Database, 'read'>,
  email: string,
): Promise<readonly string[]> {
  const since = sql`now() - interval '30 days'`
  const rows = await readRows(db.read, { ip: 'text' })`
    select distinct a.ip from operator_audit a join operators o on o.id = a.operator_id
    where a.action = 'operator.login' and a.at >= ${since} and o.email = ${email}
      and a.id >= ${firstIdFrom(since)}`
  return rows.map(({ ip }) => ip)
}

type AuditFilter = Readonly<{
  operatorId?: OperatorId | undefined
  action?: string | undefined
  subjectKind?: string | undefined
  subjectId?: string | undefined
}> &
  TimeSpan

/**
 * The newest entry before a time. Ids are given before entries get their times, so an entry of a
 * transaction that lasted longer than a minute may be missing.
 */
const lastIdBefore = (to: Date) => sql<number>`coalesce((
  select id from operator_audit where at < ${to}::timestamptz + interval '1 minute'
  order by at desc, id desc limit 1), 0)`

const firstIdFrom = (from: Date | RawBuilder<unknown>) => sql<number>`(
  select id from operator_audit where at >= (${from})::timestamptz - interval '1 minute'
  order by at, id limit 1)`

const matching = (db: Database['read'], filter: AuditFilter) => {
  const { operatorId, action, subjectKind, subjectId, from, to } = filter
  const within = whereWithin(db.selectFrom('operator_audit as a'), 'a.at', filter)
  let query = whereEach(within, {
    'a.operator_id': operatorId,
    'a.action': action,
    'a.subject_kind': subjectKind,
    'a.subject_id': subjectId,
  })
  if (from !== undefined) query = query.where('a.id', '>=', firstIdFrom(from))
  if (to !== undefined) query = query.where('a.id', '<=', lastIdBefore(to))
  return query
}

export async function readAudit(
  db: Pick<Database, 'read'>,
  { limit, cursor, sort, ...filter }: AuditFilter & CursorRequest,
) {
  const entries = matching(db.read, filter)
    .leftJoin('operators as o', 'o.id', 'a.operator_id')
    .selectAll('a')
    .select('o.email')
  const found = await afterCursor(entries, 'a.id', { limit, cursor, sort }).execute()
  return cursorPageOf(
    found,
    { limit },
    ({ id }) => [id],
    (row) => ({
      id: row.id,
      operator: row.operator_id === null ? null : { id: row.operator_id, email: row.email ?? '' },
      action: row.action,
      subject: { kind: row.subject_kind, id: row.subject_id },
      before: row.before,
      after: row.after,
      ip: row.ip,
      requestId: row.request_id,
      at: row.at,
    }),
  )
}
