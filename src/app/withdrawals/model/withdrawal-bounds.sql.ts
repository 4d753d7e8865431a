/** Limits on how often, and how much, a user may request to withdraw. */
import type { AssetId, UserId } from '../../../base/values/ids.ts'
import type { Money } from '../../../base/values/money.ts'
import { sendSql, type Tx } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'
import { jakartaToday } from '../../../core/database/driver/times.sql.ts'

type Gate = Readonly<{ user: UserId; assetId: AssetId }>

export const gateKey = ({ user, assetId }: Gate): string => `${user}:${assetId}`

/** Locks the gates of these users and assets; returns the keys of those still closed. */
export async function lockGates(
  tx: Tx,
  gates: readonly Gate[],
  gateSeconds: number,
): Promise<ReadonlySet<string>> {
  if (gates.length === 0) return new Set()
  const rows = rowsOf(gates, { user: 'userId', assetId: 'assetId' })
  const closed = await readRows(tx, { user: 'userId', assetId: 'assetId', closed: 'boolean' })`
    insert into withdrawal_gates as g (user_id, asset_id, opened_at)
    select t."user", t."assetId", '-infinity' from ${rows} order by t."user", t."assetId"
    on conflict (user_id, asset_id) do update set opened_at = g.opened_at
    returning user_id as "user", asset_id as "assetId",
      opened_at > clock_timestamp() - make_interval(secs => ${gateSeconds}) as closed`
  return new Set(closed.filter(({ closed }) => closed).map(gateKey))
}

/** Closes these gates, which open again after `gateSeconds`. */
export function closeGates(tx: Tx, gates: readonly Gate[]): void {
  if (gates.length === 0) return
  const rows = rowsOf(gates, { user: 'userId', assetId: 'assetId' })
  sendSql(tx)`
    update withdrawal_gates g set opened_at = clock_timestamp()
    from ${rows} where g.user_id = t."user" and g.asset_id = t."assetId"`
}

/** A user's Jakarta day, and the worth requested on it so far, in rupiah units. */
export type Day = Readonly<{ day: string; usedUnits: bigint }>

/** Locks the users' rows of the current day, creating missing ones. */
export async function lockDays(
  tx: Tx,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, Day>> {
  if (users.length === 0) return new Map()
  const rows = rowsOf(
    users.map((user) => ({ user })),
    { user: 'userId' },
  )
  const found = await readRows(tx, { user: 'userId', day: 'text', used: 'units' })`
    insert into withdrawal_days as d (user_id, day, worth_idr)
    select t."user", ${jakartaToday}, 0 from ${rows} order by t."user"
    on conflict (user_id, day) do update set worth_idr = d.worth_idr
    returning user_id as "user", day::text, worth_idr as used`
  return new Map(found.map(({ user, day, used }) => [user, { day, usedUnits: used }]))
}

/** Adds requested worth to days that the caller has locked. */
export function addToDays(
  tx: Tx,
  asked: readonly Readonly<{ user: UserId; day: string; worth: Money }>[],
): void {
  if (asked.length === 0) return
  const rows = rowsOf(
    asked.map(({ user, day, worth }) => ({ user, day, worth: worth.units })),
    { user: 'userId', day: 'date', worth: 'numeric' },
  )
  sendSql(tx)`
    update withdrawal_days d set worth_idr = d.worth_idr + t.worth
    from ${rows} where d.user_id = t."user" and d.day = t.day`
}

/** Subtracts the worth of failed withdrawals from the day they were requested on. */
export function giveBackDays(
  tx: Tx,
  failed: readonly Readonly<{ user: UserId; day: string; worth: Money }>[],
): void {
  if (failed.length === 0) return
  const rows = rowsOf(
    failed.map(({ user, day, worth }) => ({ user, day, worth: worth.units })),
    { user: 'userId', day: 'date', worth: 'numeric' },
  )
  sendSql(tx)`
    with back as (
      select t."user", t.day, sum(t.worth) as worth from ${rows} group by 1, 2
    ), locked as (
      select d.user_id, d.day from withdrawal_days d
      join back on back."user" = d.user_id and back.day = d.day
      order by d.user_id, d.day for update of d
    )
    update withdrawal_days d set worth_idr = greatest(d.worth_idr - back.worth, 0)
    from back join locked on locked.user_id = back."user" and locked.day = back.day
    where d.user_id = back."user" and d.day = back.day`
}
