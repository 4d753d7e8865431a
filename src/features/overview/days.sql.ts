import { sql } from 'kysely'
import type { AssetId } from '../../base/ids.ts'
import type { Database, Tx } from '../../database/database.ts'
import { insertRows } from '../../database/insert.ts'
import { oneOf, readRows } from '../../database/read-rows.ts'
import { accountKinds } from '../../ledger/accounts.ts'
import { overviewLimits } from './overview-limits.ts'

export const flows = ['in', 'out', 'trade', 'fees'] as const
export type Flow = (typeof flows)[number]

/** What a day's moves add up to, of one method and asset. */
export type DaySum = Readonly<{
  day: string
  flow: Flow
  method: string
  assetId: AssetId
  units: bigint
  items: number
}>

const { venue, fees } = accountKinds
const { custody, payx, payd, bank } = accountKinds
const places = sql`(${sql.lit(custody)}, ${sql.lit(payx)}, ${sql.lit(payd)}, ${sql.lit(bank)})`

/** Transaction ids; `isLast` if the range ends at the oldest running transaction. */
type Range = Readonly<{ since: number; upto: number; isLast: boolean }>

/**
 * Locks the horizon and returns transaction ids that are not counted yet, of a bounded number of
 * moves: all below the oldest running one have ended, so no further move can appear below it. Null
 * if there are none.
 */
export async function lockUncounted(tx: Tx): Promise<Range | null> {
  const found = await readRows(tx, { since: 'bigint', upto: 'bigint', isLast: 'boolean' })`
    with horizon as (
      select tx, posting_id, pg_snapshot_xmin(pg_current_snapshot())::text::bigint as ended
      from day_horizon where id = 1 for update
    )
    select h.tx as since, least(h.ended, m.upto) as upto, coalesce(m.upto >= h.ended, true)
      as "isLast"
    from horizon h, lateral (
      select max(next.tx) + 1 as upto from (
        select tx from moves where posting_id > h.posting_id
        order by posting_id limit ${overviewLimits.countedMoves}) as next
    ) as m`
  const [range] = found
  return range === undefined || range.upto <= range.since ? null : range
}

/** Moves the horizon to the end of a range whose moves are counted. */
export const moveHorizon = (tx: Tx, { since, upto }: Range) =>
  sql`
    update day_horizon d set tx = ${upto}, counted_at = now(), posting_id = coalesce((
      select posting_id from moves
      where posting_id > d.posting_id and tx >= ${since} and tx < ${upto}
      order by posting_id desc limit 1), d.posting_id)
    where id = 1`.execute(tx)

/**
 * For another PostgreSQL cluster, whose transaction numbers begin anew: sets the horizon to 1 and
 * returns what it was.
 */
export async function restartDays(tx: Tx): Promise<number> {
  const [row] = await readRows(tx, { former: 'bigint' })`
    with former as (select tx from day_horizon where id = 1 for update)
    update day_horizon d set tx = 1 from former where d.id = 1 returning former.tx as former`
  return row?.former ?? 0
}

/**
 * Sums the moves of a range of transactions, by day. `in` and `out` are the moves from and to the
 * providers that hold money, so their difference is what the ledger says they hold; `fees` is the
 * balance of that account; `trade` is the quote amount of the fills. Rows are summed per posting
 * first: one look-up of its deposit each, and hashing costs half of a sort for distinct postings.
 */
export async function sumMoves(tx: Tx, { since, upto }: Range): Promise<readonly DaySum[]> {
  const rows = await readRows(tx, {
    day: 'text',
    flow: oneOf(...flows),
    method: 'text',
    assetId: 'assetId',
    units: 'units',
    items: 'integer',
  })`
    with counted as materialized (
      select m.posting_id, m.asset_id, m.from_kind, m.to_kind, m.units, p.key,
        split_part(p.key, ':', 1) as about, (p.at at time zone 'Asia/Jakarta')::date as day
      from moves m join postings p on p.id = m.posting_id
      where m.tx >= ${since} and m.tx < ${upto}
    ), entered as (
      select posting_id, from_kind, asset_id, sum(units) as units, min(key) as key,
        min(about) as about, min(day) as day
      from counted where from_kind in ${places} and to_kind not in ${places}
      group by posting_id, from_kind, asset_id
    ), flowing as (
      select day, 'in' as flow, asset_id, units, posting_id, case
          when about = 'coin-deposit' then 'coin'
          when about = 'reversal' then 'returned'
          when about = 'deposit' and from_kind = ${bank} then 'claim'
          when about = 'deposit' then coalesce((
            select lower(d.method) from cash_deposits d
            where d.provider = split_part(key, ':', 2)
              and d.provider_ref = substr(key, length(split_part(key, ':', 2)) + 10)), 'other')
          else 'other' end as method
      from entered
      union all
      select day, 'out', asset_id, units, posting_id, case
          when about = 'suspense' then 'returned'
          when about in ('withdrawal', 'late') then
            case when to_kind = ${custody} then 'coin' else 'payout' end
          else 'other' end
      from counted where to_kind in ${places} and from_kind not in ${places}
      union all
      select day, 'fees', asset_id, case when to_kind = ${fees} then units else -units end,
        posting_id, case when about = 'fill' then 'trade' when about = 'deposit' then 'deposit'
          when about in ('withdrawal', 'late', 'reversal') then 'withdrawal' else 'other' end
      from counted where (to_kind = ${fees}) <> (from_kind = ${fees})
      union all
      select c.day, 'trade', q.quote_asset_id, f.amount, c.posting_id, lower(o.side)
      from (select distinct posting_id, day, key from counted
        where about = 'fill' and ${venue} in (from_kind, to_kind)) as c
      join fills f on f.pair_id = split_part(c.key, ':', 2)::smallint
        and f.trade_id = split_part(c.key, ':', 3)
      join pairs q on q.id = f.pair_id join orders o on o.id = f.order_id
    ), of_postings as (
      select day, flow, method, asset_id, posting_id, sum(units) as units
      from flowing group by day, flow, method, asset_id, posting_id
    )
    select day::text as day, flow, method, asset_id as "assetId", sum(units)::text as units,
      count(*)::integer as items
    from of_postings group by day, flow, method, asset_id
    order by day, flow, method, asset_id`
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

/** Adds sums to those of their days; `worth` is null if no price values them. */
export async function addToDays(
  tx: Tx,
  sums: readonly Readonly<{ sum: DaySum; worth: bigint | null }>[],
): Promise<void> {
  await insertRows(
    tx,
    'day_totals',
    sums.map(({ sum: { day, flow, method, assetId, units, items }, worth }) => {
      const unpriced = worth === null ? units : 0n
      return {
        day,
        flow,
        method,
        asset_id: assetId,
        units,
        items,
        worth_idr: worth ?? 0n,
        unpriced,
      }
    }),
    {
      unique: ['day', 'flow', 'method', 'asset_id'],
      replace: {
        units: sql`stored.units + excluded.units`,
        items: sql`stored.items + excluded.items`,
        worth_idr: sql`stored.worth_idr + excluded.worth_idr`,
        unpriced: sql`stored.unpriced + excluded.unpriced`,
      },
    },
  )
}

/**
 * Counts who signed up and who was verified: on every day of the last month the first time, then
 * since yesterday. Earlier days are final.
 */
export async function countPeople(tx: Tx): Promise<void> {
  await sql`
    insert into day_people (day, signed_up, verified)
    select d.day,
      (select count(*) from users u where u.created_at >= d.begins and u.created_at < d.ends),
      (select count(*) from identity_histories h
       where h.service = 'REGISTRATION' and h.status = 'SUCCESS'
         and h.created_at >= d.begins - interval '7 days' and h.created_at < d.ends
         and h.updated_at >= d.begins and h.updated_at < d.ends)
    from (
      select day::date as day, day at time zone 'Asia/Jakarta' as begins,
        (day + interval '1 day') at time zone 'Asia/Jakarta' as ends
      from generate_series(
        coalesce((select max(day) - 1 from day_people),
          ${today} - ${overviewLimits.defaultDays}::integer)::timestamp,
        ${today}::timestamp, interval '1 day') as day
    ) as d
    on conflict (day) do update
    set signed_up = excluded.signed_up, verified = excluded.verified`.execute(tx)
}

const today = sql`(now() at time zone 'Asia/Jakarta')::date`

type Read = Pick<Database, 'read'>

/** Lists the sums of the last days, today included. */
export const listDaySums = (db: Read, days: number) =>
  readRows(db.read, {
    day: 'text',
    flow: oneOf(...flows),
    method: 'text',
    assetId: 'assetId',
    symbol: 'text',
    scale: 'smallint',
    units: 'units',
    items: 'integer',
    worth: 'units',
    unpriced: 'units',
  })`
    select t.day::text as day, t.flow, t.method, a.id as "assetId", a.symbol, a.scale,
      t.units::text as units, t.items, t.worth_idr::text as worth, t.unpriced::text as unpriced
    from day_totals t join assets a on a.id = t.asset_id
    where t.day > ${today} - ${days}::integer
    order by t.day, t.flow, t.method, a.sort, a.id`

/** Lists the last days, oldest first, with the people of each. */
export const listDays = (db: Read, days: number) =>
  readRows(db.read, { day: 'text', signedUp: 'integer', verified: 'integer' })`
    select d.day::date::text as day, coalesce(p.signed_up, 0) as "signedUp",
      coalesce(p.verified, 0) as verified
    from generate_series((${today} - ${days - 1}::integer)::timestamp, ${today}::timestamp,
      interval '1 day') as d(day)
    left join day_people p on p.day = d.day::date
    order by d.day`

export async function findCountedAt(db: Read): Promise<Date | null> {
  const rows = await readRows(db.read, { at: 'timestamptz' })`
    select counted_at as at from day_horizon where id = 1`
  return rows[0]?.at ?? null
}
