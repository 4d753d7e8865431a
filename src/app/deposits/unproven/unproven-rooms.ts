import type { UserId } from '../../../base/values/ids.ts'
import { convert, idr, type Money } from '../../../base/values/money.ts'
import type { Reader } from '../../../core/database/database.ts'
import { exchangeRate, listPrices, type Price } from '../../../core/reference/prices.sql.ts'
import { readRupiah } from '../../../core/reference/settings.sql.ts'
import { readUnproven } from './unproven.sql.ts'

/**
 * Returns how many more units of rupiah each of these users may own before the identity is proven.
 * Users with a proven identity are absent: no such bound applies. A coin that never had a price
 * leaves no room. Deposits that other transactions credit at the same time are not counted.
 */
export async function unprovenRooms(
  db: Reader,
  users: readonly UserId[],
): Promise<ReadonlyMap<UserId, bigint>> {
  if (users.length === 0) return new Map()
  const owned = await readUnproven(db, [...new Set(users)])
  if (owned.size === 0) return new Map()
  const most = await readRupiah(db, 'deposit.unproven_idr')
  const holdsCoins = [...owned.values()].flat().some(({ asset }) => asset.id !== idr.id)
  const prices = holdsCoins ? await listPrices(db) : []
  const rooms = new Map<UserId, bigint>()
  for (const [user, holdings] of owned) {
    const sum = rupiahWorth(prices, holdings)
    rooms.set(user, sum === null ? 0n : most.units - sum)
  }
  return rooms
}

/**
 * Returns the worth of amounts in units of rupiah, rounded up, by the last prices of any age: no
 * money leaves by them. Null if an asset has none.
 */
export function rupiahWorth(prices: readonly Price[], amounts: readonly Money[]): bigint | null {
  let sum = 0n
  for (const amount of amounts) {
    const { asset } = amount
    const rate =
      asset.id === idr.id ? null : exchangeRate(prices, asset.symbol, idr.symbol, anyAge)?.rate
    if (rate === undefined) return null
    sum += rate === null ? amount.units : convert(amount, idr, rate, 'up').units
  }
  return sum
}

const anyAge = { marketMs: Number.POSITIVE_INFINITY, fiatMs: Number.POSITIVE_INFINITY } as const
