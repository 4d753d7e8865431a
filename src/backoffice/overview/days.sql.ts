import { sql } from 'kysely'
import type { Database, Tx } from '../../core/database/database.ts'
import { insertRows } from '../../core/database/driver/insert.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import { jakartaToday } from '../../core/database/driver/times.sql.ts'
import { flows } from '../../core/ledger/day-flows.rules.ts'
import type { takeFlows } from '../../core/ledger/day-flows.sql.ts'
import { countJob, overviewLimits } from './overview-limits.ts'

/** What a day's postings add up to, of one method and asset. */
export type DaySum = Awaited<ReturnType<typeof takeFlows>>[number]

/** Adds sums to those of their days; `worth` is null if no price values them. */
export async function addToOverviewDays(
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
          ${jakartaToday} - ${overviewLimits.defaultDays}::integer)::timestamp,
        ${jakartaToday}::timestamp, interval '1 day') as day
    ) as d
    on conflict (day) do update
    set signed_up = excluded.signed_up, verified = excluded.verified`.execute(tx)
}

type Read = Pick<Database, 'read'>

/** Lists the sums of the last days, today included. */
export const listDaySums = (db: Read, days: number) =>
  readRows(db.read, {
    day: 'text',
    flow: oneOfTexts(...flows),
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
    where t.day > ${jakartaToday} - ${days}::integer
    order by t.day, t.flow, t.method, a.sort, a.id`

/** Lists the last days, oldest first, with the people of each. */
export const listDays = (db: Read, days: number) =>
  readRows(db.read, { day: 'text', signedUp: 'integer', verified: 'integer' })`
    select d.day::date::text as day, coalesce(p.signed_up, 0) as "signedUp",
      coalesce(p.verified, 0) as verified
    from generate_series((${jakartaToday} - ${days - 1}::integer)::timestamp,
      ${jakartaToday}::timestamp, interval '1 day') as d(day)
    left join day_people p on p.day = d.day::date
    order by d.day`

/** Returns when the flows were last added to the totals. */
export async function findCountedAt(db: Read): Promise<Date | null> {
  const rows = await readRows(db.read, { at: 'timestamptz?' })`
    select succeeded_at as at from periodic_runs where job = ${countJob}`
  return rows[0]?.at ?? null
}
