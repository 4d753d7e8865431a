import { compareDecimals, type FormatOptions, formatDecimal } from '@tukar/client'
import { useLanguage } from './language.tsx'

type AmountProps = FormatOptions &
  Readonly<{
    value: string
    /** Colours a change: gains green, losses red, with a plus before gains. */
    signed?: boolean
    /** Written after the number. */
    unit?: string
  }>

/** An exact decimal amount in the notation of the user's language. */
export function Amount({ value, signed = false, unit, ...options }: AmountProps) {
  const language = useLanguage()
  const sign = compareDecimals(value, '0')
  const tone = !signed || sign === 0 ? '' : sign > 0 ? ' gain' : ' loss'
  const plus = signed && sign > 0 ? '+' : ''
  const number = plus + formatDecimal(value, language, options)
  return (
    <span className={`amount${tone}`}>{unit === undefined ? number : `${number} ${unit}`}</span>
  )
}
