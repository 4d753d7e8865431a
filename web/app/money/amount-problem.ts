import { formatDecimal } from '@tukar/client'
import { useLanguage, useTexts } from '../../ui/language.tsx'
import { moneyTexts } from '../texts/money.ts'
import { type AmountTerms, checkAmount } from './amounts.ts'

/** Returns what is wrong with an amount, in words; null if nothing is. */
export function useAmountProblem() {
  const t = useTexts(moneyTexts)
  const language = useLanguage()
  return (typed: string, terms: AmountTerms): string | null => {
    const { symbol, scale, minimum, maximum } = terms
    const { wrong } = checkAmount(typed, language, terms)
    const written = (amount: string) => formatDecimal(amount, language, { symbol })
    switch (wrong) {
      case 'number':
        return t.notANumber
      case 'decimals':
        return t.decimals(scale)
      case 'least':
        return t.least(written(minimum))
      case 'most':
        return t.most(written(maximum))
      default:
        return wrong
    }
  }
}
