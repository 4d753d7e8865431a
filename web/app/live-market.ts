import type { components } from '@tukar/client'
import { useEffect, useState } from 'react'
import { useTukar } from './tukar.tsx'

export type Ticker = components['schemas']['MarketTicker']
export type Depth = components['schemas']['MarketDepth']
export type Trade = components['schemas']['MarketTrade']
type Trades = components['schemas']['MarketTrades']
type MinuteCandle = components['schemas']['MarketCandle']

/** The newest state of each pair, by its name. */
export type Market = Readonly<{
  tickers: Readonly<Record<string, Ticker>>
  depths: Readonly<Record<string, Depth>>
  trades: Readonly<Record<string, Trades>>
  candles: Readonly<Record<string, MinuteCandle>>
  connected: boolean
}>

const nothing: Market = {
  tickers: {},
  depths: {},
  trades: {},
  candles: {},
  connected: true,
}

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
        depth: (one) =>
          setMarket((known) => ({ ...known, depths: { ...known.depths, [one.txPair]: one } })),
        trades: (one) =>
          setMarket((known) => ({ ...known, trades: { ...known.trades, [one.txPair]: one } })),
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
