import { sql } from 'kysely'
import { refuse } from '../../base/refusal.ts'
import type { CursorRequest } from '../../base/values/cursor.ts'
import type { Money } from '../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import {
  columnsOf,
  oneOfTexts,
  type RowOf,
  readRows,
} from '../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../core/database/driver/rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import { afterId } from '../../core/database/partitions/page-query.ts'
import type { Fact } from '../../core/facts/fact.ts'
import { recordFacts } from '../../core/facts/record-facts.ts'
import {
  type AgedBreak,
  type BreakKind,
  type BreakProvider,
  breakKinds,
  breakProviders,
  type Difference,
} from './break.rules.ts'

const breakColumns = columnsOf({
  id: 'bigint',
  provider: oneOfTexts(...breakProviders),
  kind: oneOfTexts(...breakKinds),
  subject: 'text',
  asset: 'text?',
  theirs: 'text',
  ours: 'text',
  since: 'timestamptz',
})

/** The scope of one comparison: open breaks in it that were not found again are resolved. */
export type Scope = Readonly<{
  provider: Difference['provider']
  kinds: readonly BreakKind[]
  /** Null means all subjects. */
  subjects: readonly string[] | null
}>

/** Locks the open balance breaks of a provider, of which operators may book a part as its own. */
export async function lockBalanceBreaks(tx: Tx, provider: Scope['provider']): Promise<void> {
  await sql`
    select from breaks
    where provider = ${provider} and kind = 'balance' and resolved_at is null
    order by id for update`.execute(tx)
}

/** Stores the breaks found and resolves the other open breaks in the scope. */
export async function noteBreaks(
  tx: Tx,
  { provider, kinds, subjects }: Scope,
  found: readonly Difference[],
): Promise<void> {
  const rows = rowsOf(found, {
    kind: 'text',
    subject: 'text',
    asset: 'text',
    theirs: 'text',
    ours: 'text',
  })
  const resolved = await readRows(tx, { id: 'bigint' })`
    update breaks b set resolved_at = now()
    where b.resolved_at is null and b.provider = ${provider} and b.kind = any(${kinds})
      and (${subjects}::text[] is null or b.subject = any(${subjects}))
      and not exists (
        select from ${rows} where t.kind = b.kind and t.subject = b.subject)
    returning b.id`
  const noted = await readRows(tx, { id: 'bigint', isNew: 'boolean' })`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    select ${provider}, t.kind, t.subject, t.asset, t.theirs, t.ours from ${rows}
    order by t.kind, t.subject
    on conflict (provider, kind, subject) where resolved_at is null
    do update set theirs = excluded.theirs, ours = excluded.ours, last_seen = now()
    returning id, alerted_at is null and since = last_seen as "isNew"`
  recordFacts(tx, () => [
    ...resolved.map(({ id }) => breakFact('break.resolved', id)),
    ...noted.filter(({ isNew }) => isNew).map(({ id }) => breakFact('break.opened', id)),
  ])
}

const breakFact = (type: 'break.opened' | 'break.resolved', id: number): Fact => {
  return { type, user: null, subject: String(id), key: String(id) }
}

/**
 * Marks open breaks as alerted and returns them: those older than the grace period, those of the
 * `atOnce` kinds, and those last alerted a day ago.
 */
export async function takeAlerts(
  tx: Tx,
  graceMs: number,
  atOnce: readonly BreakKind[],
  most: number,
): Promise<readonly AgedBreak[]> {
  return readRows(tx, { ...breakColumns, alertedAt: 'timestamptz' })`
    with due as (
      select id from breaks
      where resolved_at is null and case when alerted_at is null
        then kind = any(${atOnce})
          or since <= now() - ${msInterval(graceMs)}
        else alerted_at <= now() - interval '1 day' end
      order by id limit ${most} for update skip locked
    )
    update breaks b set alerted_at = now() from due where b.id = due.id
    returning b.id, b.provider, b.kind, b.subject, b.asset, b.theirs, b.ours, b.since,
      b.alerted_at as "alertedAt"`
}

const lastingColumns = columnsOf({
  id: 'bigint',
  provider: oneOfTexts(...breakProviders),
  subject: 'text',
  theirs: 'text',
  ours: 'text',
  assetId: 'assetId',
  scale: 'smallint',
  /** Absolute difference, in decimal digits. */
  difference: 'text',
  /** True if the provider holds less than our books say. */
  isLack: 'boolean',
  stopped: 'boolean',
  /**
   * The worth when the break last stopped withdrawals, in units of rupiah; null if it was not
   * known.
   */
  stoppedWorth: 'units?',
})

export type LastingBalance = RowOf<typeof lastingColumns>

export const findLastingBalances = (tx: Tx, graceMs: number): Promise<readonly LastingBalance[]> =>
  readRows(tx, lastingColumns)`
    select b.id, b.provider, b.subject, b.theirs, b.ours, a.id as "assetId", a.scale,
      trim_scale(abs(b.theirs::numeric - b.ours::numeric))::text as difference,
      b.theirs::numeric < b.ours::numeric as "isLack",
      b.stopped_at is not null as stopped, b.stopped_worth_idr::text as "stoppedWorth"
    from breaks b join assets a on a.symbol = b.subject
    where b.resolved_at is null and b.kind = 'balance'
      and b.since <= now() - ${msInterval(graceMs)}
    order by b.id for update of b`

export async function markStopped(tx: Tx, id: number, worth: Money | null): Promise<void> {
  await sql`
    update breaks set stopped_at = now(), stopped_worth_idr = ${worth?.units.toString() ?? null}
    where id = ${id}`.execute(tx)
}

/**
 * Locks an open break and returns it; refuses if it does not exist or is resolved. `isOwned`:
 * whether a part was booked as the house's own since the last comparison.
 */
export async function lockOpenBreak(
  tx: Tx,
  id: number,
): Promise<Difference & Readonly<{ isOwned: boolean }>> {
  const columns = { ...breakColumns, resolvedAt: 'timestamptz?', isOwned: 'boolean' } as const
  const rows = await readRows(tx, columns)`
    select id, provider, kind, subject, asset, theirs, ours, since, resolved_at as "resolvedAt",
      coalesce(owned_at >= last_seen, false) as "isOwned"
    from breaks where id = ${id} for update`
  const found = rows[0] ?? refuse('api.break_not_found')
  return found.resolvedAt === null ? found : refuse('api.nothing_to_change')
}

export async function markOwned(tx: Tx, id: number): Promise<void> {
  await sql`update breaks set owned_at = now() where id = ${id}`.execute(tx)
}

export async function resolveBreak(tx: Tx, id: number): Promise<void> {
  await sql`update breaks set resolved_at = now() where id = ${id}`.execute(tx)
  recordFacts(tx, () => [breakFact('break.resolved', id)])
}

export type BreakFilter = Readonly<{
  state: 'open' | 'resolved' | null
  kind: BreakKind | null
  provider: BreakProvider | null
  asset: string | null
  from: Date | null
  to: Date | null
}>

const listedColumns = columnsOf({
  ...breakColumns,
  lastSeen: 'timestamptz',
  alertedAt: 'timestamptz?',
  stoppedAt: 'timestamptz?',
  resolvedAt: 'timestamptz?',
  ageSeconds: 'bigint',
})

const listed = sql`
  id, provider, kind, subject, asset, theirs, ours, since, last_seen as "lastSeen",
  alerted_at as "alertedAt", stopped_at as "stoppedAt", resolved_at as "resolvedAt",
  floor(extract(epoch from coalesce(resolved_at, now()) - since))::int as "ageSeconds"`

/** Lists a page of breaks, and one more. */
export async function listBreaks(
  db: Pick<Database, 'read'>,
  { state, kind, provider, asset, from, to }: BreakFilter,
  page: CursorRequest,
) {
  const { follows, ordered } = afterId('id', page)
  return readRows(db.read, listedColumns)`
    select ${listed} from breaks
    where ${follows}
      and (${state}::text is null or (resolved_at is null) = (${state} = 'open'))
      and (${kind}::text is null or kind = ${kind})
      and (${provider}::text is null or provider = ${provider})
      and (${asset}::text is null or asset = ${asset})
      and (${from}::timestamptz is null or since >= ${from})
      and (${to}::timestamptz is null or since < ${to})
    ${ordered}`
}

export const findBreaks = (db: Reader, ids: readonly number[]) =>
  readRows(db, listedColumns)`select ${listed} from breaks where id = any(${ids}::bigint[])`

export async function findBreak(db: Pick<Database, 'read'>, id: number) {
  const rows = await readRows(db.read, listedColumns)`
    select ${listed} from breaks where id = ${id}`
  return rows[0] ?? null
}
