import type { Money } from '../../base/values/money.ts'
import type { Tx } from '../../core/database/database.ts'
import { countOwed, readOwed } from '../../core/ledger/house.ts'
import { lockSupplyCap, readSupplyCap } from '../../core/reference/assets.sql.ts'

/**
 * While liabilities are below one part in this many of the cap, the last roll-up is exact enough.
 */
const farFromCap = 10n

/**
 * Returns how many more units we may owe in an asset, given an amount about to be credited. Far
 * from the cap it uses the last roll-up of the house accounts. Near the cap it locks the cap and
 * counts every move, so concurrent callers wait.
 */
export async function supplyHeadroom(tx: Tx, { asset, units }: Money): Promise<bigint> {
  const [owed, cap] = await Promise.all([readOwed(tx), readSupplyCap(tx, asset)])
  const before = owed.get(asset.id) ?? 0n
  if ((before + units) * farFromCap <= cap) return cap - before
  return (await lockSupplyCap(tx, asset)) - (await countOwed(tx, asset))
}
