import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, type Money, money } from '../../base/values/money.ts'
import { venueDecimals } from '../../providers/venue/venue-parts.rules.ts'

/** Executed sums of one pair and side: volume in units, the others in the venue's parts. */
export type Traded = Readonly<{
  side: 'BUY' | 'SELL'
  baseId: AssetId
  quoteId: AssetId
  volume: bigint
  quote: bigint
  commission: bigint
}>

/** Returns the asset with the larger of our and the venue's scale, so both amounts are exact. */
export const finest = (asset: Asset): Asset => ({
  ...asset,
  scale: Math.max(asset.scale, venueDecimals),
})

export const ofUnits = (asset: Asset, units: bigint): Money =>
  money(finest(asset), units * 10n ** BigInt(finest(asset).scale - asset.scale))

export const ofParts = (asset: Asset, parts: bigint): Money =>
  money(finest(asset), parts * 10n ** BigInt(finest(asset).scale - venueDecimals))

/** Sums what trades brought to the venue of an asset and what they took from it, separately. */
export function venueFlowsOf(
  asset: Asset,
  traded: readonly Traded[],
): Readonly<{ arriving: Money; leaving: Money }> {
  let arriving = 0n
  let leaving = 0n
  for (const { side, baseId, quoteId, volume, quote, commission } of traded) {
    const [received, paid] = side === 'BUY' ? [baseId, quoteId] : [quoteId, baseId]
    const moved = asset.id === baseId ? ofUnits(asset, volume) : ofParts(asset, quote)
    if (asset.id === received) {
      arriving += moved.units
      leaving += ofParts(asset, commission).units
    } else if (asset.id === paid) leaving += moved.units
  }
  return { arriving: money(finest(asset), arriving), leaving: money(finest(asset), leaving) }
}
