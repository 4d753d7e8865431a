import { divide } from '../../base/values/money.ts'
import type { TaxRate } from '../reference/tax-rates.rules.ts'

const million = 1_000_000n

/**
 * Returns the value-added tax that a fee in sen includes, rounded down: the rate is of the price
 * without the tax, so of 111 sen at 12 % of 11/12 it is 11. Without a rate there is none.
 */
export function vatIn(fee: bigint, rate: Pick<TaxRate, 'rate' | 'base'> | null): bigint {
  if (rate === null) return 0n
  const part = rate.rate.ppm * rate.base.numerator
  return divide(fee * part, million * rate.base.denominator + part, 'down')
}
