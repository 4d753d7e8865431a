import type { Money } from '../../base/values/money.ts'
import type { Tx } from '../../core/database/database.ts'
import { countOwed, readOwedOf } from '../../core/ledger/house.ts'
import { lockSupplyCap } from '../../core/reference/assets.sql.ts'

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
  const { owed, cap } = await readOwedOf(tx, asset)
  if ((owed + units) * farFromCap <= cap) return cap - owed
  return (await lockSupplyCap(tx, asset)) - (await countOwed(tx, asset))
}
