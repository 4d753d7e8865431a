import { sql } from 'kysely'
import type { AssetId, UserId } from '../../../base/values/ids.ts'
import type { Reader } from '../../database/database.ts'
import { columnsOf, type RowOf, readRows } from '../../database/driver/read-rows.ts'
import { idsWithin } from '../../database/partitions/id-windows.ts'
import { accountKinds } from '../accounts.ts'
import { isDetachedFrom } from './sums-at.sql.ts'

const pairColumns = columnsOf({
  user: 'userId',
  assetId: 'assetId',
  available: 'units',
  locked: 'units',
})

export type UserBalanceAt = RowOf<typeof pairColumns>

export type UserBalanceFilter = Readonly<{
  at: Date
  user: UserId | null
  assetId: AssetId | null
}>

/** The balances to read, by user and asset: those after `after`. */
type Stretch = Readonly<{
  after: Readonly<{ user: UserId; assetId: AssetId }> | null
  sort: 'asc' | 'desc'
  limit: number
}>

/**
 * Reads balances at a time, also those of zero. The balance before the latest moves that may be
 * around that time is what the account's last move left; those latest moves count by their time.
 * Returns null if the moves of that time are detached.
 */
export async function readUserBalancesAt(
  db: Reader,
  { at, user, assetId }: UserBalanceFilter,
  { after, sort, limit }: Stretch,
): Promise<readonly UserBalanceAt[] | null> {
  const around = await idsWithin(db, { table: 'postings', time: 'at' }, { from: at, to: at })
  const { since } = around
  const until = Math.max(since, around.until)
  if (await isDetachedFrom(db, since)) return null
  const [direction, comparison] = sort === 'asc' ? ['asc', '>'] : ['desc', '<']
  const order = sql.raw(direction)
  const follows =
    after === null
      ? sql`true`
      : sql`(user_id, asset_id) ${sql.raw(comparison)}
          (${after.user}::bigint, ${after.assetId}::bigint)`
  const last = (side: 'from' | 'to', kind: number) => sql`(
    select ${sql.ref(`m.${side}_after`)}::numeric as after, m.posting_id, m.line from moves m
    where ${sql.ref(`m.${side}_user`)} = b.user_id and m.asset_id = b.asset_id
      and ${sql.ref(`m.${side}_kind`)} = ${sql.lit(kind)} and m.posting_id < ${since}
    order by m.posting_id desc, m.line desc limit 1)`
  const before = (kind: number) => sql`coalesce(
    (select after from (${last('to', kind)} union all ${last('from', kind)}) as l
     order by posting_id desc, line desc limit 1),
    (select d.units::numeric from detached_sums d where d.kind = ${sql.lit(kind)}
       and d.user_id = b.user_id and d.asset_id = b.asset_id), 0)`
  const moved = (side: 'from' | 'to') => sql`
    select ${sql.ref(`m.${side}_kind`)} as kind,
      ${side === 'to' ? sql`m.units::numeric` : sql`-m.units::numeric`} as units
    from moves m join postings p on p.id = m.posting_id and p.at < ${at}
    where ${sql.ref(`m.${side}_user`)} = b.user_id and m.asset_id = b.asset_id
      and m.posting_id >= ${since} and m.posting_id < ${until}`
  const { available, locked } = accountKinds
  return readRows(db, pairColumns)`
    select b.user_id as "user", b.asset_id as "assetId",
      (${before(available)} + r.available)::units as available,
      (${before(locked)} + r.locked)::units as locked
    from (
      select user_id, asset_id from balances
      where ${follows}
        and ${user === null ? sql`true` : sql`user_id = ${user}`}
        and ${assetId === null ? sql`true` : sql`asset_id = ${assetId}`}
      order by user_id ${order}, asset_id ${order} limit ${limit}
    ) as b cross join lateral (
      select coalesce(sum(units) filter (where kind = ${sql.lit(available)}), 0) as available,
        coalesce(sum(units) filter (where kind = ${sql.lit(locked)}), 0) as locked
      from (${moved('to')} union all ${moved('from')}) as m
    ) as r
    order by b.user_id ${order}, b.asset_id ${order}`
}
