import { useEffect, useState } from 'react'
import {
  type Depth,
  followLive,
  type MinuteCandle,
  type News,
  type Ticker,
  type Trades,
} from './live-stream.ts'
import { useTukar } from './tukar.tsx'

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
  const { tukar, isSignedIn } = useTukar()
  const [market, setMarket] = useState(nothing)
  const symbols = pairs.join(',')
  useEffect(() => {
    if (symbols === '') return
    const wants = symbols.split(',')
    const receive = (news: News) => setMarket((known) => after(known, news, wants))
    const leave = followLive({ tukar, isSignedIn }, { pairs: wants, receive })
    return () => {
      leave()
      setMarket(nothing)
    }
  }, [tukar, isSignedIn, symbols])
  return market
}

function after(known: Market, news: News, wants: readonly string[]): Market {
  if (news.kind === 'changed') return known
  if (news.kind === 'connection') return { ...known, connected: news.connected }
  const { txPair } = news.item
  if (!wants.includes(txPair)) return known
  return { ...known, [news.kind]: { ...known[news.kind], [txPair]: news.item } }
}
