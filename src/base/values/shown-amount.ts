import { formatMoney, type Money } from './money.ts'

export type Language = 'en' | 'id'

const marks = { en: { group: ',', point: '.' }, id: { group: '.', point: ',' } } as const

/**
 * Writes an amount for people, as `formatDecimal` of the client does: `IDR 1,250.5` or `0.5 BTC`
 * in English, `Rp 1.250,5` or `0,5 BTC` in Indonesian.
 */
export function shownAmount(amount: string, symbol: string, language: Language): string {
  const { group, point } = marks[language]
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(?:[0-9]{3})+$)/g, group)
  const number = fraction === undefined ? grouped : `${grouped}${point}${fraction}`
  if (symbol !== 'IDR') return `${number} ${symbol}`
  return `${language === 'id' ? 'Rp' : 'IDR'} ${number}`
}

/** Writes money in alerts, which are in English. */
export const shownMoney = (amount: Money): string =>
  shownAmount(formatMoney(amount), amount.asset.symbol, 'en')
