import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../base/clock.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { readRows } from '../database/driver/read-rows.ts'
import { firstAttached } from './balances-at/sums-at.sql.ts'
import { addToSums, beginSums, type Chunk, chunksOf, readEnd, sides } from './moves.sql.ts'

/** One broken invariant and where it broke. Amounts in the details are digits in text. */
export type Breach = Readonly<{ invariant: Invariant; details: unknown }>

export type Invariant =
  | 'I1 every asset sums to zero'
  | 'I2 balances equal their moves'
  | 'I3 nothing below zero or above its cap'
  | 'I4 open holds equal locked'
  | 'I5 every hold belongs to something open'
  | 'I6 every move belongs to a posting'
  | 'I7 links match their rows'

/**
 * A kind of hold owner, declared by the folder that owns it: a query for the ids that must have an
 * open hold. All other holds of the kind must be closed.
 */
export type HoldOwner = Readonly<{ kind: string; openIds: RawBuilder<unknown> }>

export type AuditScope = 'recent' | 'full'

const maxBreachesShown = 20

type AuditContext = Readonly<{ db: Pick<Database, 'read'>; clock: Clock }>

/**
 * Checks the ledger's invariants, records the run and returns the breaches; it repairs nothing.
 * `recent` checks the moves of accounts that moved since the last audit, `full` checks all moves.
 * A full audit first sums the moves in chunks, each in a short transaction of its own; only the
 * comparison with the balances and the latest moves needs one snapshot.
 */
export async function auditLedger(
  { db, clock }: AuditContext,
  scope: AuditScope,
  owners: readonly HoldOwner[],
): Promise<readonly Breach[]> {
  const startedMs = clock.monotonicMs()
  const breaches = await db.read.connection().execute(async (connection) => {
    const summed = scope === 'full' ? await sumAllMoves(connection) : null
    return connection
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        // Sums that may lack a part of a partition that was detached meanwhile say nothing.
        if (summed !== null && (await firstAttached(tx)) !== summed.from) return null
        const found = [...(summed?.orphans ?? []), ...(await check(tx, summed, owners))]
        const tookMs = Math.round(clock.monotonicMs() - startedMs)
        const run = { scope, upto_tx: (await readEnd(tx)).tx, took_ms: tookMs }
        await tx
          .insertInto('audits')
          .values({ ...run, breaches: JSON.stringify(found) })
          .execute()
        return found
      })
  })
  return breaches ?? auditLedger({ db, clock }, scope, owners)
}

async function check(
  tx: Tx,
  summed: Summed | null,
  owners: readonly HoldOwner[],
): Promise<readonly Breach[]> {
  const since = summed === null ? await lastHorizon(tx) : 0
  const found = await Promise.all([
    unbalancedAssets(tx),
    summed === null ? wrongLatest(tx, since) : wrongSums(tx, summed),
    outOfBounds(tx),
    wrongLocked(tx),
    ownerlessHolds(tx, owners),
  ])
  return found.flat()
}

type Summed = Readonly<{ from: number; belowTx: number; orphans: readonly Breach[] }>

/** Sums the moves of all transactions below the oldest running one, chunk by chunk. */
async function sumAllMoves(connection: Reader): Promise<Summed> {
  const from = await firstAttached(connection)
  const { tx: belowTx, id } = await readEnd(connection)
  await beginSums(connection)
  const orphans: Breach[] = []
  for await (const chunk of chunksOf(connection, { from, to: id + 1, belowTx })) {
    await addToSums(connection, chunk)
    orphans.push(...(await orphanedMoves(connection, chunk)))
  }
  return { from, belowTx, orphans: orphans.slice(0, maxBreachesShown) }
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
  tx: Reader,
  invariant: Invariant,
  offenders: RawBuilder<unknown>,
): Promise<readonly Breach[]> {
  const found = await readRows(tx, { details: 'jsonb' })`
    select to_jsonb(o) as details from (${offenders}) as o limit ${maxBreachesShown}`
  return found.map(({ details }) => ({ invariant, details }))
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

/** Compares the balances with the sums, those of detached moves, and the moves since the sums. */
const wrongSums = (tx: Tx, { belowTx }: Summed) =>
  breachesOf(
    tx,
    'I2 balances equal their moves',
    sql`
      with moved as (
        select kind, user_id, asset_id, sum(units) as units from (
          select kind, user_id, asset_id, units from move_sums
          union all
          select kind, user_id, asset_id, units from detached_sums
          union all
          select side.kind, side.user_id, m.asset_id, side.units from moves m ${sides}
          where m.tx >= ${belowTx}
        ) as every where kind <= 2 group by kind, user_id, asset_id
      ), owned as (
        select kind, user_id, asset_id, units from balances cross join lateral (
          values (1::smallint, available::numeric), (2::smallint, locked::numeric)
        ) as account (kind, units)
      )
      select user_id, asset_id, kind, o.units::text as owned, m.units::text as moved
      from owned o full join moved m using (user_id, asset_id, kind)
      where o.units is distinct from coalesce(m.units, 0)`,
  )

/** A foreign key would check this for each move that is written. */
const orphanedMoves = (connection: Reader, { from, to, belowTx }: Chunk) =>
  breachesOf(
    connection,
    'I6 every move belongs to a posting',
    sql`
      select m.posting_id, m.line from moves m
      left join (select id from postings where id >= ${from} and id < ${to}) p
        on p.id = m.posting_id
      where m.posting_id >= ${from} and m.posting_id < ${to} and m.tx < ${belowTx}
        and p.id is null`,
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

async function ownerlessHolds(tx: Tx, owners: readonly HoldOwner[]): Promise<readonly Breach[]> {
  const invariant = 'I5 every hold belongs to something open'
  const known = owners.map(({ kind }) => kind)
  const offenders = [
    sql`
      select owner_kind, owner_id from holds
      where closed_at is null and owner_kind <> all(${known})`,
    ...owners.map(
      ({ kind, openIds }) => sql`
        select ${kind}::text as owner_kind, o.id as owner_id, h.owner_id as hold
        from (${openIds}) as o
        full join (
          select owner_id from holds where owner_kind = ${kind} and closed_at is null
        ) as h on h.owner_id = o.id
        where o.id is null or h.owner_id is null`,
    ),
  ]
  return (await Promise.all(offenders.map((some) => breachesOf(tx, invariant, some)))).flat()
}
