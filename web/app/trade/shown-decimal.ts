import { formatDecimal } from '@tukar/client'
import { useLanguage } from '../../ui/language.tsx'

/** Writes decimals in the notation that the user types as well. */
export function useShownDecimal(): (decimal: string) => string {
  const language = useLanguage()
  return (decimal) => (decimal === '' ? '' : formatDecimal(decimal, language))
}
