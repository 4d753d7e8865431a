import type { ReactNode } from 'react'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { moneyTexts } from '../texts/money.ts'
import { type Coin, useCoinOfScreen } from './money-data.ts'

/** A screen about the asset that its address names. */
export function CoinScreen({ children }: Readonly<{ children: (coin: Coin) => ReactNode }>) {
  const t = useTexts(moneyTexts)
  return (
    <Loaded query={useCoinOfScreen()}>
      {({ coin }) => (coin === null ? <Empty>{t.unknownAsset}</Empty> : children(coin))}
    </Loaded>
  )
}
