import { sql } from 'kysely'
import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, idr, type Money, money } from '../../base/values/money.ts'
import type { Database, Reader, Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { msInterval } from '../../core/database/driver/times.sql.ts'
import { readHouseBalances } from '../../core/ledger/house.ts'
import { readHours } from '../../core/reference/settings.sql.ts'
import { breakKinds, type Compared, type Difference } from './break.rules.ts'

export type Custodian = 'custody' | 'payx'

/** Reads the ledger's balance of a provider, by asset id. */
export async function readKept(
  db: Pick<Database, 'inTransaction'>,
  custodian: Custodian,
): Promise<ReadonlyMap<AssetId, bigint>> {
  const balances = await db.inTransaction((tx) => readHouseBalances(tx))
  return new Map(
    balances.flatMap(({ kind, assetId, units }) =>
      kind === custodian ? [[assetId, -units] as const] : [],
    ),
  )
}

/** Reads what withdrawals in progress will take out of a provider's ledger balance, by asset id. */
export async function readLeaving(
  db: Pick<Database, 'read'>,
  custodian: Custodian,
): Promise<ReadonlyMap<AssetId, bigint>> {
  const kind = custodian === 'custody' ? 'COIN' : 'CASH'
  const rows = await readRows(db.read, { assetId: 'assetId', units: 'units' })`
    select asset_id as "assetId", sum(sent)::text as units from withdrawals
    where kind = ${kind} and status in ('PROCESSING', 'SUBMITTED') and ended_at is null
    group by asset_id`
  return new Map(rows.map(({ assetId, units }) => [assetId, units]))
}

/** Sums recent payx credits that payx may not have settled into its balance yet. */
export async function readUnsettled(db: Pick<Database, 'read'>): Promise<Money> {
  const hours = await readHours(db.read, 'payx.settlement_hours')
  const rows = await readRows(db.read, { units: 'units?' })`
    select sum(amount)::text as units from cash_deposits
    where provider = 'payx' and created_at > now() - make_interval(hours => ${hours})`
  return money(idr, rows[0]?.units ?? 0n)
}

/** Reads a provider's openings by asset id; null until the provider was first compared. */
export async function readOpenings(
  db: Reader,
  custodian: Custodian | 'venue',
): Promise<ReadonlyMap<AssetId, bigint> | null> {
  const rows = await readRows(db, { assetId: 'assetId', units: 'units' })`
    select asset_id as "assetId", units::text from provider_openings
    where provider = ${custodian}`
  if (rows.length === 0) return null
  return new Map(rows.map(({ assetId, units }) => [assetId, units]))
}

const openingKey = ['provider', 'asset_id'] as const

const openingAt =
  (provider: Custodian | 'venue') =>
  ({ asset, units }: Money) => ({ provider, asset_id: asset.id, units })

/**
 * Stores openings, in the units that are compared (for the venue, its smallest parts). Existing
 * openings stay as they are.
 */
export async function writeOpenings(
  tx: Tx,
  custodian: Custodian | 'venue',
  openings: readonly Money[],
): Promise<void> {
  await insertRows(tx, 'provider_openings', openings.map(openingAt(custodian)), {
    unique: openingKey,
  })
}

/** Adds a signed amount, in the units that are compared, to the house's own funds at a provider. */
export async function changeOpening(
  tx: Tx,
  custodian: Custodian | 'venue',
  change: Money,
): Promise<void> {
  await insertRows(tx, 'provider_openings', [openingAt(custodian)(change)], {
    unique: openingKey,
    replace: { units: sql`stored.units + excluded.units` },
  })
}

/** Lists the assets of these kinds, by id. */
export const readAssets = (
  db: Pick<Database, 'read'>,
  kinds: readonly ('FIAT' | 'COIN')[],
): Promise<readonly Asset[]> =>
  db.read
    .selectFrom('assets')
    .select(['id', 'symbol', 'scale'])
    .where('kind', '=', sql<string>`any(${kinds})`)
    .orderBy('id')
    .execute()

export const unitsIn = (asset: Asset, kept: ReadonlyMap<AssetId, bigint>): Money =>
  money(asset, kept.get(asset.id) ?? 0n)

/**
 * Returns ended withdrawals to compare: once soon after the end and once a day later, since banks
 * return payouts late. Withdrawals that differed are compared again on each run. `most` are of each
 * provider: those that one does not report now come again, and must not keep out the others.
 */
export async function findToCompare(
  db: Pick<Database, 'read'>,
  bounds: Readonly<{ afterMs: number; againAfterMs: number; most: number }>,
): Promise<readonly Compared[]> {
  const again = sql`${msInterval(bounds.againAfterMs)}`
  const rows = await readRows(db.read, {
    symbol: 'text',
    requestId: 'requestId',
    status: 'text',
    isReversed: 'boolean',
    kind: 'text',
    replacedBy: 'text?',
  })`
    select "requestId", kind, status, symbol, "isReversed", "replacedBy" from (
      select w.request_id as "requestId", w.kind, w.status, a.symbol,
        w.reversed_at is not null as "isReversed", w.replaced_by as "replacedBy",
        row_number() over (partition by w.kind order by c.compared_at nulls first, w.id) as place
      from withdrawals w join assets a on a.id = w.asset_id
      left join compared c on c.kind = 'withdrawal' and c.reference = w.request_id
      where w.status in ('SUCCESS', 'FAILED')
        and w.ended_at > now() - make_interval(secs => 2 * ${bounds.againAfterMs}::float8 / 1000)
        and w.ended_at <= now() - ${msInterval(bounds.afterMs)}
        and (c.reference is null or not c.agrees
          or (c.compared_at < w.ended_at + ${again} and now() > w.ended_at + ${again}))
    ) as due where place <= ${bounds.most} order by place`
  return rows.map(({ kind, ...row }) => ({
    ...row,
    provider: kind === 'COIN' ? 'custody' : 'payx',
  }))
}

export async function writeCompared(
  tx: Tx,
  kind: 'withdrawal' | 'payd-order',
  compared: readonly Readonly<{ reference: string; agrees: boolean }>[],
): Promise<void> {
  await insertRows(
    tx,
    'compared',
    compared.map(({ reference, agrees }) => ({ kind, reference, agrees })),
    {
      orderBy: ['reference'],
      unique: ['kind', 'reference'],
      replace: { compared_at: sql`now()` },
    },
  )
}

/**
 * Ends the comparison of a movement that an operator has settled: it counts as compared for the
 * second time, which is never later than this time from now.
 */
export async function endComparison(
  tx: Tx,
  reference: string,
  againAfterMs: number,
): Promise<void> {
  await sql`
    update compared set agrees = true,
      compared_at = now() + ${msInterval(againAfterMs)}
    where reference = ${reference}`.execute(tx)
}

/**
 * Returns overdue payd orders of the last 7 days that are still unpaid in our books; each only
 * once. They are drawn by lot: those that payd never responds about must not keep out the others.
 */
export async function findSilentOrders(
  db: Pick<Database, 'read'>,
  { afterMs, most }: Readonly<{ afterMs: number; most: number }>,
): Promise<readonly string[]> {
  const rows = await readRows(db.read, { id: 'text' })`
    select o.merchant_order_id as id from payd_orders o
    left join compared c on c.kind = 'payd-order' and c.reference = o.merchant_order_id
    where o.kind = 'ORDER' and o.status = 'OPEN' and c.reference is null
      and o.created_at <= now() - ${msInterval(afterMs)}
      and o.created_at > now() - interval '7 days'
    order by random() limit ${most}`
  return rows.map(({ id }) => id)
}

export type OverdueBounds = Readonly<{
  openMs: number
  approvalMs: number
  holdMs: number
  most: number
}>

/**
 * Finds movements that are open for too long and those that a provider contradicted, in our books
 * alone. An order may rest at the venue indefinitely, so its hold is overdue only once the order is
 * in doubt, or still undecided since operators were told. `offset 0` makes PostgreSQL search open
 * holds by their index: for the first ones by id the planner would read all that ever closed.
 */
export async function findOverdue(
  db: Pick<Database, 'read'>,
  { openMs, approvalMs, holdMs, most }: OverdueBounds,
): Promise<readonly Difference[]> {
  const rows = await readRows(db.read, {
    kind: oneOfTexts(...breakKinds),
    subject: 'text',
    asset: 'text?',
    theirs: 'text',
    ours: 'text',
  })`
    (select 'withdrawal-overdue' as kind, w.request_id as subject, a.symbol as asset,
       coalesce(w.provider_status, 'nothing heard') as theirs,
       w.status || ' since ' || to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
         as ours
     from withdrawals w join assets a on a.id = w.asset_id
     where w.ended_at is null and ((w.status in ('PROCESSING', 'SUBMITTED')
         and w.created_at <= now() - make_interval(secs => case w.approvals_needed
           when 0 then ${openMs}::float8 else ${approvalMs}::float8 end / 1000))
       or (w.status = 'PENDING_APPROVAL'
         and w.created_at <= now() - ${msInterval(approvalMs)}))
     order by w.id limit ${most})
    union all
    (select 'withdrawal-in-doubt', w.request_id, a.symbol, w.incident, w.status
     from withdrawals w join assets a on a.id = w.asset_id
     where w.incident is not null order by w.id desc limit ${most})
    union all
    (select 'hold-overdue', h.owner_kind || ':' || h.owner_id, a.symbol, 'nothing',
       'frozen since ' || to_char(h.opened_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
     from (
       select * from holds where closed_at is null
         and opened_at <= now() - ${msInterval(holdMs)} offset 0
     ) as h join assets a on a.id = h.asset_id
     where not exists (select from orders o where h.owner_kind = 'order'
         and o.order_no = h.owner_id and o.status = 'CREATE' and o.incident is null
         and not (o.attempts > 0 and exists (select from operator_alerts t
           where t.dedupe_key = 'order-undecided:' || o.order_no)))
     order by h.id limit ${most})`
  return rows.map((row) => ({ ...row, provider: 'house' }))
}
