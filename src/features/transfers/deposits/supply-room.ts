import type { Money } from '../../../base/money.ts'
import type { Tx } from '../../../database/database.ts'
import { countOwed, readOwed } from '../../../ledger/house.ts'
import { lockSupplyCap, readSupplyCap } from '../../../reference/assets.sql.ts'

/** While we owe less than one part in so many of the cap, what we owe need not be counted. */
const farFromCap = 10n

/**
 * How much more we may owe in an asset, when this much is about to be credited. Far from the cap
 * the last roll-up of the house accounts says it well enough; nearer, every move is counted, and
 * one call at a time.
 */
export async function supplyRoom(tx: Tx, { asset, units }: Money): Promise<bigint> {
  const before = (await readOwed(tx)).get(asset.id) ?? 0n
  const cap = await readSupplyCap(tx, asset)
  if ((before + units) * farFromCap <= cap) return cap - before
  return (await lockSupplyCap(tx, asset)) - (await countOwed(tx, asset))
}
