import { sql } from 'kysely'
import type { OperatorId } from '../../base/ids.ts'
import type { Money } from '../../base/money.ts'
import { refuse } from '../../base/refusal.ts'
import type { Database, Tx } from '../../database/database.ts'
import { rowsOf } from '../../database/rows.ts'
import { type Approvers, findApprovers } from '../../operators/approvers.sql.ts'
import type { AgedBreak, BreakKind, Difference } from './break.rules.ts'

/** The scope of one comparison: open breaks in it that were not found again are resolved. */
export type Scope = Readonly<{
  provider: Difference['provider']
  kinds: readonly BreakKind[]
  /** Null means all subjects. */
  subjects: readonly string[] | null
}>

/** Stores the breaks found and resolves the other open breaks in the scope. */
export async function noteBreaks(
  tx: Tx,
  { provider, kinds, subjects }: Scope,
  found: readonly Difference[],
): Promise<void> {
  const rows = rowsOf(
    found,
    { kind: 'text', subject: 'text', asset: 'text', theirs: 'text', ours: 'text' },
    't',
  )
  await sql`
    update breaks b set resolved_at = now()
    where b.resolved_at is null and b.provider = ${provider} and b.kind = any(${kinds})
      and (${subjects}::text[] is null or b.subject = any(${subjects}))
      and not exists (
        select from ${rows} where t.kind = b.kind and t.subject = b.subject)`.execute(tx)
  await sql`
    insert into breaks (provider, kind, subject, asset, theirs, ours)
    select ${provider}, t.kind, t.subject, t.asset, t.theirs, t.ours from ${rows}
    order by t.kind, t.subject
    on conflict (provider, kind, subject) where resolved_at is null
    do update set theirs = excluded.theirs, ours = excluded.ours, last_seen = now()`.execute(tx)
}

type BreakRow = Readonly<{
  id: number
  provider: Difference['provider']
  kind: BreakKind
  subject: string
  asset: string | null
  theirs: string
  ours: string
  since: Date
}>

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
  const { rows } = await sql<BreakRow & Readonly<{ alertedAt: Date }>>`
    with due as (
      select id from breaks
      where resolved_at is null and case when alerted_at is null
        then kind = any(${atOnce})
          or since <= now() - make_interval(secs => ${graceMs}::float8 / 1000)
        else alerted_at <= now() - interval '1 day' end
      order by id limit ${most} for update skip locked
    )
    update breaks b set alerted_at = now() from due where b.id = due.id
    returning b.id, b.provider, b.kind, b.subject, b.asset, b.theirs, b.ours, b.since,
      b.alerted_at as "alertedAt"`.execute(tx)
  return rows
}

/** An open balance break older than the grace period. */
export type LastingBalance = Readonly<{
  id: number
  provider: Difference['provider']
  subject: string
  theirs: string
  ours: string
  assetId: number
  scale: number
  /** Absolute difference, in decimal digits. */
  difference: string
  /** True if the provider holds less than our books say. */
  isLack: boolean
  stopped: boolean
  /** In units of rupiah; null if it was never known. */
  stoppedWorth: bigint | null
}>

export async function findLastingBalances(
  tx: Tx,
  graceMs: number,
): Promise<readonly LastingBalance[]> {
  const { rows } = await sql<
    Omit<LastingBalance, 'stoppedWorth'> & Readonly<{ stoppedWorth: string | null }>
  >`
    select b.id, b.provider, b.subject, b.theirs, b.ours, a.id as "assetId", a.scale,
      trim_scale(abs(b.theirs::numeric - b.ours::numeric))::text as difference,
      b.theirs::numeric < b.ours::numeric as "isLack",
      b.stopped_at is not null as stopped, b.stopped_worth_idr::text as "stoppedWorth"
    from breaks b join assets a on a.symbol = b.subject
    where b.resolved_at is null and b.kind = 'balance'
      and b.since <= now() - make_interval(secs => ${graceMs}::float8 / 1000)
    order by b.id for update of b`.execute(tx)
  return rows.map(({ stoppedWorth, ...row }) => ({
    ...row,
    stoppedWorth: stoppedWorth === null ? null : BigInt(stoppedWorth),
  }))
}

export async function markStopped(tx: Tx, id: number, worth: Money | null): Promise<void> {
  await sql`
    update breaks set stopped_at = now(), stopped_worth_idr = ${worth?.units.toString() ?? null}
    where id = ${id}`.execute(tx)
}

/** Locks an open break and returns it; refuses if it does not exist or is resolved. */
export async function lockOpenBreak(tx: Tx, id: number): Promise<Difference> {
  const { rows } = await sql<BreakRow & Readonly<{ resolvedAt: Date | null }>>`
    select id, provider, kind, subject, asset, theirs, ours, since, resolved_at as "resolvedAt"
    from breaks where id = ${id} for update`.execute(tx)
  const found = rows[0] ?? refuse('api.break_not_found')
  return found.resolvedAt === null ? found : refuse('api.nothing_to_change')
}

export async function resolveBreak(tx: Tx, id: number): Promise<void> {
  await sql`update breaks set resolved_at = now() where id = ${id}`.execute(tx)
}

/** Stores an operator's proposal for a break, replacing their earlier one. */
export async function writeProposal(
  tx: Tx,
  id: number,
  operator: OperatorId,
  { units, reason }: Readonly<{ units: bigint; reason: string }>,
): Promise<void> {
  await sql`
    insert into break_proposals (break_id, operator_id, units, reason)
    values (${id}, ${operator}, ${units.toString()}, ${reason})
    on conflict (break_id, operator_id) do update
    set units = excluded.units, reason = excluded.reason, at = now()`.execute(tx)
}

/** Finds the approvers who proposed the same amount for a break. */
export const findProposalApprovers = (
  tx: Tx,
  id: number,
  operator: OperatorId,
  units: bigint,
): Promise<Approvers> =>
  findApprovers(
    tx,
    operator,
    sql`
    select operator_id from break_proposals
    where break_id = ${id} and units = ${units.toString()}`,
  )

export type StoredBreak = Omit<AgedBreak, 'alertedAt'> &
  Readonly<{
    lastSeen: Date
    alertedAt: Date | null
    stoppedAt: Date | null
    resolvedAt: Date | null
    ageSeconds: number
  }>

export type BreakFilter = Readonly<{ state: 'open' | 'resolved' | null; kind: BreakKind | null }>

/** Lists breaks, newest first. */
export async function listBreaks(
  db: Pick<Database, 'read'>,
  { state, kind }: BreakFilter,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly StoredBreak[]> {
  const { rows } = await sql<StoredBreak>`
    select id, provider, kind, subject, asset, theirs, ours, since, last_seen as "lastSeen",
      alerted_at as "alertedAt", stopped_at as "stoppedAt", resolved_at as "resolvedAt",
      floor(extract(epoch from coalesce(resolved_at, now()) - since))::int as "ageSeconds"
    from breaks
    where (${state}::text is null or (resolved_at is null) = (${state} = 'open'))
      and (${kind}::text is null or kind = ${kind})
    order by id desc limit ${limit} offset ${offset}`.execute(db.read)
  return rows
}
