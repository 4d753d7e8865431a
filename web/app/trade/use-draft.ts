import { type Language, parseDecimal } from '@tukar/client'
import { useState } from 'react'
import { useLanguage } from '../../ui/language.tsx'
import { type Draft, type OrderType, type Side, type Terms, volumeFor } from './order-terms.ts'
import { useShownDecimal } from './shown-decimal.ts'

/** An order as it is typed, in the notation of the user's language. */
export type Typed = Readonly<{ side: Side; type: OrderType; volume: string; price: string }>

const draftOf = ({ volume, price, ...kind }: Typed, language: Language): Draft => ({
  ...kind,
  volume: parseDecimal(volume, language),
  price: kind.type === 'LIMIT' ? parseDecimal(price, language) : null,
})

/** The state of an order form; `take` fills in the volume that a share of the balance pays for. */
export function useDraft(terms: Terms) {
  const language = useLanguage()
  const shown = useShownDecimal()
  const [typed, setTyped] = useState<Typed>(() => ({
    side: 'BUY',
    type: 'LIMIT',
    volume: '',
    price: shown(terms.market.price ?? ''),
  }))
  const change = (changed: Partial<Typed>) => setTyped((before) => ({ ...before, ...changed }))
  const draft = draftOf(typed, language)
  const take = (percent: string) => {
    const volume = volumeFor(draft, terms, percent)
    if (volume !== null) change({ volume: shown(volume) })
  }
  return { typed, draft, change, take }
}
