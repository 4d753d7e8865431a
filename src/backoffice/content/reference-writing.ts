import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { type Asset, formatMoney, money, parseMoney } from '../../base/values/money.ts'
import { field } from '../../platform/http/contracts/contracts.ts'

export const yesOrNo = field({ type: 'boolean' }, (value, fail) =>
  typeof value === 'boolean' ? value : fail('The :attribute field must be true or false.'),
)

export const Active = z.object({ active: yesOrNo })

/** Parses an operator's amount into units; refuses it if the asset cannot represent it. */
export function unitsOf(asset: Asset, digits: string): bigint {
  const parsed = parseMoney(asset, digits)
  return parsed.ok ? parsed.money.units : refuse('api.bounds_invalid')
}

export const unitsInWords = (asset: Asset, units: bigint): string =>
  formatMoney(money(asset, units))
