import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Database, Tx } from '../database/database.ts'

/** One broken invariant and where it broke. Amounts in the details are digits in text. */
export type Breach = Readonly<{ invariant: Invariant; details: unknown }>

export type Invariant =
  | 'I1 every asset sums to zero'
  | 'I2 balances equal their moves'
  | 'I3 nothing below zero or above its cap'
  | 'I4 open holds equal locked'
  | 'I5 every hold belongs to something open'

/**
 * A kind of hold owner, declared by the folder that owns it: a query for the ids that must have an
 * open hold. All other holds of the kind must be closed.
 */
export type HoldOwner = Readonly<{ kind: string; openIds: RawBuilder<{ id: string }> }>

export type AuditScope = 'recent' | 'full'

const maxBreachesShown = 20

/**
 * Checks the ledger's invariants in one snapshot, records the run and returns the breaches; it
 * repairs nothing. `recent` checks the moves of accounts that moved since the last audit, `full`
 * checks all moves.
 */
export async function auditLedger(
  ctx: Readonly<{ db: Pick<Database, 'read'>; clock: Clock }>,
  scope: AuditScope,
  owners: readonly HoldOwner[],
): Promise<readonly Breach[]> {
  const startedMs = ctx.clock.monotonicMs()
  return ctx.db.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const upto = await horizon(tx)
      const since = scope === 'full' ? 0 : await lastHorizon(tx)
      const breaches = [
        ...(await unbalancedAssets(tx)),
        ...(await (scope === 'full' ? wrongSums(tx) : wrongLatest(tx, since))),
        ...(await outOfBounds(tx)),
        ...(await wrongLocked(tx)),
        ...(await strayHolds(tx, owners)),
      ]
      await tx
        .insertInto('audits')
        .values({
          scope,
          upto_tx: upto,
          breaches: JSON.stringify(breaches),
          took_ms: Math.round(ctx.clock.monotonicMs() - startedMs),
        })
        .execute()
      return breaches
    })
}

async function horizon(tx: Tx): Promise<number> {
  const found = await sql<{ tx: number }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as tx`.execute(tx)
  return found.rows[0]?.tx ?? 0
}

async function lastHorizon(tx: Tx): Promise<number> {
  const found = await tx
    .selectFrom('audits')
    .select('upto_tx')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.upto_tx ?? 0
}

async function breachesOf(
  tx: Tx,
  invariant: Invariant,
  offenders: RawBuilder<unknown>,
): Promise<readonly Breach[]> {
  const found = await sql<{ details: unknown }>`
    select to_jsonb(o) as details from (${offenders}) as o limit ${maxBreachesShown}`.execute(tx)
  return found.rows.map(({ details }) => ({ invariant, details }))
}

/** Compares what users own with the house accounts' total, each summed from its own tables. */
const unbalancedAssets = (tx: Tx) =>
  breachesOf(
    tx,
    'I1 every asset sums to zero',
    sql`
      with since as (select tx from house_horizon where id = 1), every as (
        select asset_id, units from house_balances
        union all
        select m.asset_id, m.units from moves m, since where m.tx >= since.tx and m.to_kind > 2
        union all
        select m.asset_id, -m.units from moves m, since where m.tx >= since.tx and m.from_kind > 2
        union all
        select asset_id, available + locked from balances
      )
      select asset_id, sum(units)::text as off_by
      from every group by asset_id having sum(units) <> 0`,
  )

const wrongSums = (tx: Tx) =>
  breachesOf(
    tx,
    'I2 balances equal their moves',
    sql`
      with summed as (
        select user_id, asset_id, sum(units) filter (where kind = 1) as available,
               sum(units) filter (where kind = 2) as locked
        from (
          select to_user as user_id, asset_id, to_kind as kind, units from moves
          where to_user is not null
          union all
          select from_user, asset_id, from_kind, -units from moves where from_user is not null
        ) as sides group by user_id, asset_id
      )
      select user_id, asset_id, b.available::text, b.locked::text,
             s.available::text as moved_available, s.locked::text as moved_locked
      from balances b full join summed s using (user_id, asset_id)
      where b.available is distinct from coalesce(s.available, 0)
         or b.locked is distinct from coalesce(s.locked, 0)`,
  )

/**
 * Compares each balance with the balance after the account's latest move. The latest move is looked
 * up among all moves of the account: a transaction with a lower id, which the last audit saw, may
 * have posted after one with a higher id, which it did not see.
 */
const wrongLatest = (tx: Tx, since: number) =>
  breachesOf(
    tx,
    'I2 balances equal their moves',
    sql`
      with touched as (
        select to_user as user_id, asset_id, to_kind as kind from moves
        where tx >= ${since} and to_user is not null
        union
        select from_user, asset_id, from_kind from moves
        where tx >= ${since} and from_user is not null
      )
      select t.user_id, t.asset_id, t.kind, l.after::text, b.available::text, b.locked::text
      from touched t cross join lateral (
        (select to_after as after, posting_id, line from moves
         where to_user = t.user_id and asset_id = t.asset_id and to_kind = t.kind
         order by posting_id desc, line desc limit 1)
        union all
        (select from_after, posting_id, line from moves
         where from_user = t.user_id and asset_id = t.asset_id and from_kind = t.kind
         order by posting_id desc, line desc limit 1)
        order by posting_id desc, line desc limit 1
      ) as l left join balances b using (user_id, asset_id)
      where l.after is distinct from case t.kind when 1 then b.available else b.locked end`,
  )

const outOfBounds = (tx: Tx) =>
  breachesOf(
    tx,
    'I3 nothing below zero or above its cap',
    sql`
      select b.user_id, b.asset_id, b.available::text, b.locked::text from balances b
      where not (b.available >= 0 and b.locked >= 0 and b.available + b.locked < 'Infinity')
      union all
      select null, a.id, sum(b.available)::text, sum(b.locked)::text
      from balances b join assets a on a.id = b.asset_id
      group by a.id, a.supply_cap having sum(b.available + b.locked) > a.supply_cap`,
  )

const wrongLocked = (tx: Tx) =>
  breachesOf(
    tx,
    'I4 open holds equal locked',
    sql`
      with held as (
        select user_id, asset_id, sum(initial - consumed - released) as units
        from holds where closed_at is null group by user_id, asset_id
      )
      select user_id, asset_id, b.locked::text, coalesce(h.units, 0)::text as held
      from balances b full join held h using (user_id, asset_id)
      where coalesce(b.locked, 0) <> coalesce(h.units, 0)`,
  )

async function strayHolds(tx: Tx, owners: readonly HoldOwner[]): Promise<readonly Breach[]> {
  const invariant = 'I5 every hold belongs to something open'
  const known = owners.map(({ kind }) => kind)
  const breaches = [
    ...(await breachesOf(
      tx,
      invariant,
      sql`select owner_kind, owner_id from holds
          where closed_at is null and owner_kind <> all(${known})`,
    )),
  ]
  for (const { kind, openIds } of owners) {
    const offenders = sql`
      select ${kind}::text as owner_kind, o.id as owner_id, h.owner_id as hold
      from (${openIds}) as o
      full join (
        select owner_id from holds where owner_kind = ${kind} and closed_at is null
      ) as h on h.owner_id = o.id
      where o.id is null or h.owner_id is null`
    breaches.push(...(await breachesOf(tx, invariant, offenders)))
  }
  return breaches
}
