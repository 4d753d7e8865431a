import { useTexts } from '../../ui/language.tsx'
import { tradingTexts } from './texts.ts'

/** Whether it buys or sells, in a word and a colour. */
export function Side({ side }: Readonly<{ side: 'BUY' | 'SELL' }>) {
  const { sides } = useTexts(tradingTexts)
  return <span className={side === 'BUY' ? 'gain' : 'loss'}>{sides[side]}</span>
}

export function useSideChoices() {
  const { sides } = useTexts(tradingTexts)
  return (['BUY', 'SELL'] as const).map((value) => ({ value, label: sides[value] }))
}
