import type { Pair, PairBounds } from './pairs.sql.ts'

/** Returns the bounds of a pair, in units of its assets. */
export const boundsOf = (pair: Pair): PairBounds => ({
  active: pair.active,
  priceTick: pair.priceTick.units,
  lotStep: pair.lotStep.units,
  minQuantity: pair.minQuantity.units,
  maxQuantity: pair.maxQuantity.units,
  maxMarketQuantity: pair.maxMarketQuantity.units,
  minNotional: pair.minNotional.units,
  maxNotional: pair.maxNotional.units,
})

/** Whether bounds are consistent; the table's constraints check the same. */
export const areSound = (bounds: PairBounds): boolean =>
  bounds.priceTick > 0n &&
  bounds.lotStep > 0n &&
  bounds.minQuantity > 0n &&
  bounds.minNotional > 0n &&
  bounds.minQuantity <= bounds.maxMarketQuantity &&
  bounds.maxMarketQuantity <= bounds.maxQuantity &&
  bounds.minNotional <= bounds.maxNotional
