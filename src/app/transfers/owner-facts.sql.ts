import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import { type Money, money } from '../../base/values/money.ts'
import type { Database } from '../../core/database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../core/database/driver/read-rows.ts'

type Db = Database['read']

/** The number of newest rows that are read of each kind of activity. */
const countedRows = 10_000
const listedSessions = 5

export async function readOwner(db: Db, user: UserId) {
  const rows = await readRows(db, {
    id: 'userId',
    email: 'text',
    createdAt: 'timestamptz',
    identityStatus: 'text',
    suspendedAt: 'timestamptz?',
    authenticator: 'boolean',
    authenticatorChangedAt: 'timestamptz?',
    devices: 'integer',
  })`
    select u.id, u.email, u.created_at as "createdAt", u.identity_status as "identityStatus",
      u.suspended_at as "suspendedAt", u.bind_2fa as authenticator,
      u.twofa_changed_at as "authenticatorChangedAt",
      (select count(*)::int from (select from devices d where d.user_id = u.id limit 100) d)
        as devices
    from users u where u.id = ${user}`
  const [owner] = rows
  if (owner === undefined) throw new Error(`the user ${user} is missing`)
  return owner
}

/** Lists the user's live sessions, most recently used first. */
export const readSessions = (db: Db, user: UserId) =>
  readRows(db, {
    device: 'text?',
    ip: 'text?',
    signedInAt: 'timestamptz',
    usedAt: 'timestamptz',
  })`
    select device_name as device, ip, created_at as "signedInAt", refreshed_at as "usedAt"
    from session_families
    where user_id = ${user} and revoked_at is null and expires_at > now()
    order by refreshed_at desc, id desc limit ${listedSessions}`

/** The number of the last 30 days and their sums, one for each asset. */
export type Activity = Readonly<{ count: number; sums: readonly Money[] }>

const since = sql`now() - interval '30 days'`

const sumColumns = columnsOf({
  count: 'integer',
  assetId: 'assetId',
  symbol: 'text',
  scale: 'smallint',
  units: 'units',
})

const activityOf = (rows: readonly RowOf<typeof sumColumns>[]): Activity => ({
  count: rows.reduce((sum, { count }) => sum + count, 0),
  sums: rows.map(({ assetId: id, symbol, scale, units }) => money({ id, symbol, scale }, units)),
})

/** Reads the deposits credited to the user in the last 30 days. */
export async function readDeposits(db: Db, user: UserId): Promise<Activity> {
  const rows = await readRows(db, sumColumns)`
    select count(*)::int as count, a.id as "assetId", a.symbol, a.scale, sum(d.units) as units
    from (
      (select 1::smallint as asset_id, amount::numeric as units from cash_deposits
       where user_id = ${user} and created_at >= ${since} and status = 'COMPLETED'
       order by created_at desc limit ${countedRows})
      union all
      (select asset_id, amount::numeric from coin_deposits
       where user_id = ${user} and created_at >= ${since} and status = 'COMPLETED'
       order by created_at desc limit ${countedRows})
    ) d join assets a on a.id = d.asset_id
    group by a.id, a.symbol, a.scale order by a.id`
  return activityOf(rows)
}

/** Reads what the user traded in the last 30 days, in the quote assets. */
export async function readTrades(db: Db, user: UserId): Promise<Activity> {
  const rows = await readRows(db, sumColumns)`
    select count(*)::int as count, a.id as "assetId", a.symbol, a.scale, sum(f.amount) as units
    from (
      select pair_id, amount::numeric from fills
      where user_id = ${user} and traded_at >= ${since}
      order by traded_at desc limit ${countedRows}
    ) f join pairs p on p.id = f.pair_id join assets a on a.id = p.quote_asset_id
    group by a.id, a.symbol, a.scale order by a.id`
  return activityOf(rows)
}

/** Counts the orders that the user placed in the last 30 days. */
export async function countRecentOrders(db: Db, user: UserId): Promise<number> {
  const rows = await readRows(db, { orders: 'integer' })`
    select count(*)::int as orders from (
      select from orders where user_id = ${user} and created_at >= ${since} limit ${countedRows}
    ) o`
  return rows[0]?.orders ?? 0
}

/** Reads the user's withdrawals of the last 30 days that did not fail, with their worth. */
export async function readWithdrawals(db: Db, user: UserId) {
  const rows = await readRows(db, { count: 'integer', worth: 'units' })`
    select count(*)::int as count, coalesce(sum(w.worth_idr), 0) as worth from (
      select worth_idr::numeric from withdrawals
      where user_id = ${user} and created_at >= ${since}
        and status not in ('FAILED', 'REJECTED') and reversed_at is null
      order by created_at desc limit ${countedRows}
    ) w`
  const [row] = rows
  return { count: row?.count ?? 0, units: row?.worth ?? 0n }
}
