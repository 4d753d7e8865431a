import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { OperatorId } from '../../../base/values/ids.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../../core/database/driver/read-rows.ts'
import { afterCursor, whereEach } from '../../../core/database/partitions/page-query.ts'
import { type TimeSpan, whereWithin } from '../../../core/database/partitions/time-span.ts'
import { delaySetting } from '../../../core/reference/setting-bounds.rules.ts'
import { readCount } from '../../../core/reference/settings.sql.ts'
import {
  type GuardedChange,
  type GuardedKind,
  guardedKinds,
  type ProposalState,
  proposalStates,
} from './guarded-change.rules.ts'

/** The note with which its proposer agreed. */
const reasonOf = sql<string | null>`(
  select w.note from agreements w
  where w.kind = 'proposal' and w.subject = c.id and w.operator_id = c.proposed_by
  order by w.id limit 1)`

const selectChanges = (db: Reader) =>
  db
    .selectFrom('guarded_changes as c')
    .innerJoin('operators as p', 'p.id', 'c.proposed_by')
    .leftJoin('agreements as g', (join) =>
      join
        .on('g.kind', '=', 'proposal')
        .onRef('g.subject', '=', 'c.id')
        .onRef('g.operator_id', '<>', 'c.proposed_by'),
    )
    .leftJoin('operators as a', 'a.id', 'g.operator_id')
    .leftJoin('operators as e', 'e.id', 'c.ended_by')
    .selectAll('c')
    .select([
      'p.email as proposer',
      'a.id as agreed_by',
      'a.email as agreer',
      'g.at as agreed_at',
      'e.email as ender',
      reasonOf.as('reason'),
    ])

type GuardedChangeRow = Awaited<
  ReturnType<ReturnType<typeof selectChanges>['executeTakeFirstOrThrow']>
>

const kinds = oneOfTexts(...guardedKinds)
const states = oneOfTexts(...proposalStates)

const changeOf = (row: GuardedChangeRow): GuardedChange => ({
  id: row.id,
  reason: row.reason,
  kind: kinds.parse(row.kind),
  subject: row.subject,
  before: row.value_before,
  value: row.value,
  state: states.parse(row.state),
  proposedBy: { id: row.proposed_by, email: row.proposer },
  proposedAt: row.proposed_at,
  dueAt: row.due_at,
  expiresAt: row.expires_at,
  agreedBy: operatorOf(row.agreed_by, row.agreer),
  agreedAt: row.agreed_at,
  endedBy: operatorOf(row.ended_by, row.ender),
  endedAt: row.ended_at,
})

const operatorOf = (id: OperatorId | null, email: string | null) =>
  id === null || email === null ? null : { id, email }

type ChangeFilter = Readonly<{
  state?: ProposalState | undefined
  kind?: GuardedKind | undefined
}> &
  TimeSpan

/** Lists proposals by id. */
export async function listChanges(
  db: Pick<Database, 'read'>,
  { state, kind, ...page }: ChangeFilter & CursorRequest,
): Promise<readonly GuardedChange[]> {
  const within = whereWithin(selectChanges(db.read), 'c.proposed_at', page)
  const matching = whereEach(within, { 'c.state': state, 'c.kind': kind })
  const rows = await afterCursor(matching, 'c.id', page).execute()
  return rows.map(changeOf)
}

/**
 * Locks the table of guarded changes: until this transaction ends, no other one proposes, approves
 * or ends a change. Changes are rare; in sequence, none is based on a value that another is
 * replacing.
 */
export async function lockChanges(tx: Tx): Promise<void> {
  await sql`lock table guarded_changes in share row exclusive mode`.execute(tx)
}

export async function findChange(db: Reader, id: number): Promise<GuardedChange | null> {
  const row = await selectChanges(db).where('c.id', '=', id).executeTakeFirst()
  return row === undefined ? null : changeOf(row)
}

async function readChange(tx: Tx, id: number): Promise<GuardedChange> {
  return changeOf(await selectChanges(tx).where('c.id', '=', id).executeTakeFirstOrThrow())
}

type Subject = Readonly<{ kind: GuardedKind; subject: string }>

/** Finds the only open proposal for a subject. */
export async function findOpenChange(
  db: Reader,
  { kind, subject }: Subject,
): Promise<GuardedChange | null> {
  const row = await selectChanges(db)
    .where('c.kind', '=', kind)
    .where('c.subject', '=', subject)
    .where('c.state', 'in', ['proposed', 'agreed'])
    .executeTakeFirst()
  return row === undefined ? null : changeOf(row)
}

type NewChange = Subject &
  Readonly<{
    before: string
    value: string
    proposer: OperatorId
    delayMinutes: number
    expiresAfterMinutes: number
  }>

export async function insertChange(tx: Tx, change: NewChange): Promise<GuardedChange> {
  const { kind, subject, before, value, proposer, delayMinutes, expiresAfterMinutes } = change
  const row = await tx
    .insertInto('guarded_changes')
    .values({
      kind,
      subject,
      value_before: before,
      value,
      proposed_by: proposer,
      due_at: sql<Date>`now() + make_interval(mins => ${delayMinutes})`,
      expires_at: sql<Date>`now() + make_interval(mins => ${delayMinutes + expiresAfterMinutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readChange(tx, row.id)
}

/** Marks a proposal as agreed; returns null if it has expired. */
export async function markAgreed(tx: Tx, id: number): Promise<GuardedChange | null> {
  const { numUpdatedRows } = await tx
    .updateTable('guarded_changes')
    .set({ state: 'agreed' })
    .where('id', '=', id)
    .where('state', '=', 'proposed')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? readChange(tx, id) : null
}

/** Ends an open change; `by` is null if the service ends it. */
export async function endChange(
  tx: Tx,
  id: number,
  state: Exclude<ProposalState, 'proposed' | 'agreed'>,
  by: OperatorId | null,
): Promise<GuardedChange> {
  await tx
    .updateTable('guarded_changes')
    .set({ state, ended_by: by, ended_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['proposed', 'agreed'])
    .executeTakeFirst()
  return readChange(tx, id)
}

const isDue = sql<boolean>`(state = 'agreed' and due_at <= now())`

/** Whether an agreed change takes effect now. */
export async function isChangeDue(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from guarded_changes where id = ${id} and ${isDue}`.execute(tx)
  return rows.length === 1
}

const isEnding = sql`
  state in ('proposed', 'agreed') and (${isDue} or (state = 'proposed' and expires_at <= now()))`

export const hasEndingChanges = sql<boolean>`exists (select from guarded_changes where ${isEnding})`

/** Returns the changes that take effect or expire now, oldest first. */
export async function findEnding(db: Database['read'], most: number): Promise<readonly number[]> {
  const rows = await readRows(db, { id: 'bigint' })`
    select id from guarded_changes where ${isEnding} order by id limit ${most}`
  return rows.map(({ id }) => id)
}

const delayByDefault = 60

/**
 * Returns the delay of guarded changes, in minutes. In the sandbox it is zero until operators
 * change it, so that changes can be tried without waiting.
 */
export async function readDelayMinutes(db: Reader, inSandbox: boolean): Promise<number> {
  const minutes = await readCount(db, delaySetting)
  if (!inSandbox || minutes !== delayByDefault) return minutes
  const { rows } = await sql`
    select from guarded_changes
    where kind = 'setting' and subject = ${delaySetting} and state = 'effective'
    limit 1`.execute(db)
  return rows.length === 0 ? 0 : minutes
}
