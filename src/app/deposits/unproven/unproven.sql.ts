import type { UserId } from '../../../base/values/ids.ts'
import { type Money, money } from '../../../base/values/money.ts'
import type { Reader } from '../../../core/database/database.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'

/**
 * Returns what each of these users owns whose identity is not proven, frozen money included. Users
 * with a proven identity are absent.
 */
export async function readUnproven(
  db: Reader,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, readonly Money[]>> {
  const rows = await readRows(db, {
    user: 'userId',
    assetId: 'assetId?',
    symbol: 'text?',
    scale: 'smallint?',
    units: 'units?',
  })`
    select u.id as "user", a.id as "assetId", a.symbol, a.scale, b.available + b.locked as units
    from users u
      left join balances b on b.user_id = u.id and b.available + b.locked > 0
      left join assets a on a.id = b.asset_id
    where u.id = any(${users}) and u.identity_status <> 'success'`
  const owned = new Map<UserId, readonly Money[]>()
  for (const { user, assetId: id, symbol, scale, units } of rows) {
    const known = owned.get(user) ?? []
    const isEmpty = id === null || symbol === null || scale === null || units === null
    owned.set(user, isEmpty ? known : [...known, money({ id, symbol, scale }, units)])
  }
  return owned
}

/** Counts the virtual accounts and the coin addresses of a user. */
export async function countPlaces(db: Reader, user: UserId): Promise<number> {
  const [row] = await readRows(db, { places: 'integer' })`
    select (
      (select count(*) from virtual_accounts where user_id = ${user} and status <> 'FAILED')
      + (select count(*) from coin_addresses where user_id = ${user}))::int as places`
  return row?.places ?? 0
}
