import {
  addDecimals,
  compareDecimals,
  type Language,
  parseDecimal,
  roundDecimal,
  subtractDecimals,
} from '@tukar/client'

/** What an amount has to be. */
export type AmountTerms = Readonly<{
  symbol: string
  /** The most decimals. */
  scale: number
  minimum: string
  maximum: string
}>

/** An amount as the API takes it, `0` if it is not a number, and the first rule that it breaks. */
export function checkAmount(
  typed: string,
  language: Language,
  { scale, minimum, maximum }: AmountTerms,
): Readonly<{ amount: string; wrong: 'number' | 'decimals' | 'least' | 'most' | null }> {
  const amount = parseDecimal(typed, language)
  if (amount === null || compareDecimals(amount, '0') < 0) return { amount: '0', wrong: 'number' }
  if (roundDecimal(amount, scale, 'down') !== amount) return { amount, wrong: 'decimals' }
  if (compareDecimals(amount, minimum) < 0) return { amount, wrong: 'least' }
  return { amount, wrong: compareDecimals(amount, maximum) > 0 ? 'most' : null }
}

/**
 * The sums of a withdrawal. The fee of coins is in the amount, so less arrives; the fee of rupiah
 * is added to it, so more is taken.
 */
export type WithdrawalTerms = AmountTerms &
  Readonly<{ fee: string; available: string; feeIncluded: boolean }>

export const sumsOf = ({ fee, feeIncluded }: WithdrawalTerms, amount: string) =>
  feeIncluded
    ? { taken: amount, received: atLeastZero(subtractDecimals(amount, fee)) }
    : { taken: addDecimals(amount, fee), received: amount }

/** The most that may be withdrawn: what the balance allows, and no more than the maximum. */
export function mostOf({ available, fee, feeIncluded, scale, maximum }: WithdrawalTerms): string {
  const left = feeIncluded ? available : atLeastZero(subtractDecimals(available, fee))
  const most = compareDecimals(left, maximum) > 0 ? maximum : left
  return roundDecimal(most, scale, 'down')
}

const atLeastZero = (decimal: string): string => (compareDecimals(decimal, '0') < 0 ? '0' : decimal)
