import type { components } from '@tukar/client'
import { useEffect, useState } from 'react'
import { useTukar } from './tukar.tsx'

export type Ticker = components['schemas']['MarketTicker']
type MinuteCandle = components['schemas']['MarketCandle']

/** The newest state of each pair, by its name. */
type Market = Readonly<{
  tickers: Readonly<Record<string, Ticker>>
  candles: Readonly<Record<string, MinuteCandle>>
  connected: boolean
}>

const nothing: Market = { tickers: {}, candles: {}, connected: true }

/** Follows the market of some pairs. Each event is a whole state, so the newest one is kept. */
export function useLiveMarket(pairs: readonly string[]): Market {
  const { tukar } = useTukar()
  const [market, setMarket] = useState(nothing)
  const symbols = pairs.join(',')
  useEffect(() => {
    if (symbols === '') return
    const stream = tukar.stream(
      '/api/stream/market',
      {
        ticker: (one) =>
          setMarket((known) => ({ ...known, tickers: { ...known.tickers, [one.txPair]: one } })),
        candle: (one) =>
          setMarket((known) => ({ ...known, candles: { ...known.candles, [one.txPair]: one } })),
      },
      {
        query: { symbols },
        onConnected: (connected) => setMarket((known) => ({ ...known, connected })),
      },
    )
    return () => {
      stream.close()
      setMarket(nothing)
    }
  }, [tukar, symbols])
  return market
}
