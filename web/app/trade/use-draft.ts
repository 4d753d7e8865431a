import { type Language, parseDecimal } from '@tukar/client'
import { useState } from 'react'
import { useLanguage } from '../../ui/language.tsx'
import {
  type Draft,
  type OrderType,
  type Side,
  spendFor,
  type Terms,
  volumeFor,
  volumeOf,
} from './order-terms.ts'
import { useShownDecimal } from './shown-decimal.ts'

/** An order as it is typed, in the notation of the user's language. */
export type Typed = Readonly<{
  side: Side
  type: OrderType
  volume: string
  /** What a market buy spends, instead of a volume. */
  spend: string
  price: string
}>

/** A market buy is typed as the amount that it spends. */
export const isBySpend = ({ side, type }: Pick<Typed, 'side' | 'type'>): boolean =>
  side === 'BUY' && type === 'MARKET'

function draftOf({ side, type, ...typed }: Typed, terms: Terms, language: Language): Draft {
  const spend = isBySpend({ side, type }) ? parseDecimal(typed.spend, language) : null
  const bought = spend === null ? null : volumeOf(spend, terms)
  return {
    side,
    type,
    spend,
    volume: isBySpend({ side, type }) ? bought : parseDecimal(typed.volume, language),
    price: type === 'LIMIT' ? parseDecimal(typed.price, language) : null,
  }
}

/** The state of an order form; `take` fills in what a share of the balance pays for. */
export function useDraft(terms: Terms) {
  const language = useLanguage()
  const shown = useShownDecimal()
  const [typed, setTyped] = useState<Typed>(() => ({
    side: 'BUY',
    type: 'LIMIT',
    volume: '',
    spend: '',
    price: shown(terms.market.price ?? ''),
  }))
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }))
  const draft = draftOf(typed, terms, language)
  const take = (percent: string) => {
    if (isBySpend(typed)) return change({ spend: shown(spendFor(terms, percent)) })
    const volume = volumeFor(draft, terms, percent)
    if (volume !== null) change({ volume: shown(volume) })
  }
  return { typed, draft, change, take }
}
