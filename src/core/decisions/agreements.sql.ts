import { type RawBuilder, sql } from 'kysely'
import type { OperatorId } from '../../base/values/ids.ts'
import type { Reader, Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { isIndependentOf, mayDecide } from '../operators/approvers.sql.ts'
import type { DecisionKind } from './waiting.rules.ts'

/**
 * `resolution`: how a withdrawal that does not end by itself is resolved. `restoration`: that an
 * account is restored which the service suspended. `event`: what a parked event of the inbox is
 * about. `order`: how an order ends that the venue denies or no longer describes.
 */
export type AgreementKind =
  | Exclude<DecisionKind, 'operator'>
  | 'resolution'
  | 'restoration'
  | 'event'
  | 'order'

/** What operators decide about: one row of the kind's table. */
type Decision = Readonly<{ kind: AgreementKind; subject: number }>

/** What an operator says: those who state the same agree. */
export type Statement = Decision & Readonly<{ statement: string; note: string | null }>

/** Stores an operator's statement, replacing an open one by the same operator. */
export async function writeAgreement(
  tx: Tx,
  operator: OperatorId,
  { kind, subject, statement, note }: Statement,
): Promise<void> {
  await sql`
    insert into agreements (kind, subject, operator_id, statement, note)
    values (${kind}, ${subject}, ${operator}, ${statement}, ${note})
    on conflict (kind, subject, operator_id) where closed_at is null
    do update set statement = excluded.statement, note = excluded.note, at = now()`.execute(tx)
}

/**
 * Closes the statements about a decision that took effect; or those made before a time, if what
 * they are about changed then.
 */
export async function closeAgreements(
  tx: Tx,
  { kind, subject }: Decision,
  before: RawBuilder<unknown> = sql`'infinity'`,
): Promise<void> {
  await sql`
    update agreements set closed_at = now()
    where kind = ${kind} and subject = ${subject} and closed_at is null
      and at < ${before}`.execute(tx)
}

/**
 * `independent`: an independent operator agrees. `own`: this operator agrees, or one who is not
 * independent of it.
 */
type Agreed = Readonly<{ independent: boolean; own: boolean }>

/** Finds who agrees with an operator's statement, among operators who may still decide. */
export async function findAgreed(
  tx: Tx,
  operator: OperatorId,
  { kind, subject, statement }: Omit<Statement, 'note'>,
): Promise<Agreed> {
  const rows = await readRows(tx, { another: 'boolean' })`
    select ${isIndependentOf(operator)} as another
    from agreements g join operators o on o.id = g.operator_id
    where g.kind = ${kind} and g.subject = ${subject} and g.statement = ${statement}
      and g.closed_at is null and ${mayDecide}`
  return {
    independent: rows.some(({ another }) => another),
    own: rows.some(({ another }) => !another),
  }
}

/** Counts the operators who stated something about a decision and may still decide. */
export async function countDeciding(tx: Tx, { kind, subject }: Decision): Promise<number> {
  const rows = await readRows(tx, { count: 'bigint' })`
    select count(*) from agreements g join operators o on o.id = g.operator_id
    where g.kind = ${kind} and g.subject = ${subject} and ${mayDecide}`
  return rows[0]?.count ?? 0
}

/** Lists operators' statements about a decision, oldest first. */
export async function listAgreements(db: Reader, { kind, subject }: Decision) {
  const rows = await readRows(db, {
    id: 'operatorId',
    email: 'text',
    statement: 'text',
    note: 'text?',
    at: 'timestamptz',
    closedAt: 'timestamptz?',
  })`
    select o.id, o.email, g.statement, g.note, g.at, g.closed_at as "closedAt"
    from agreements g join operators o on o.id = g.operator_id
    where g.kind = ${kind} and g.subject = ${subject} order by g.at, g.id`
  return rows.map(({ id, email, ...own }) => ({ operator: { id, email }, ...own }))
}

/** Counts the operators who stated something about a decision, in a query of its subject. */
export const countAgreements = (kind: AgreementKind, subject: string): RawBuilder<number> => sql`(
  select count(*) from agreements g where g.kind = ${kind} and g.subject = ${sql.ref(subject)}
)`
