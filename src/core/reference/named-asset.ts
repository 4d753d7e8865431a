import { refuse } from '../../base/refusal.ts'
import type { Asset } from '../../base/values/money.ts'

/** Returns the asset that a field of a request names; refuses a symbol that no asset has. */
export const namedAsset = <One extends Asset>(
  assets: readonly One[],
  symbol: string,
  field = 'symbol',
): One =>
  assets.find((one) => one.symbol === symbol) ??
  refuse('api.validation_failed', { text: `The selected ${field} is invalid.` })
