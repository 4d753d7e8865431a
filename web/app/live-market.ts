import type { components } from '@tukar/client'
import { useEffect, useState } from 'react'
import { followTogether } from '../ui/shared-stream.ts'
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

type MarketNews =
  | Readonly<{ kind: 'tickers'; item: Ticker }>
  | Readonly<{ kind: 'depths'; item: Depth }>
  | Readonly<{ kind: 'trades'; item: Trades }>
  | Readonly<{ kind: 'candles'; item: MinuteCandle }>
  | Readonly<{ kind: 'connection'; connected: boolean }>

/** Follows the market of some pairs. Each event is a whole state, so the newest one is kept. */
export function useLiveMarket(pairs: readonly string[]): Market {
  const { tukar } = useTukar()
  const [market, setMarket] = useState(nothing)
  const symbols = pairs.join(',')
  useEffect(() => {
    if (symbols === '') return
    const wants = symbols.split(',')
    const leave = followTogether<MarketNews>({
      name: 'tukar.market',
      wants,
      open: (wanted, send) =>
        tukar.stream(
          '/api/stream/market',
          {
            ticker: (item) => send({ kind: 'tickers', item }),
            depth: (item) => send({ kind: 'depths', item }),
            trades: (item) => send({ kind: 'trades', item }),
            candle: (item) => send({ kind: 'candles', item }),
          },
          {
            query: { symbols: wanted.join(',') },
            onConnected: (connected) => send({ kind: 'connection', connected }),
          },
        ),
      receive: (news) => {
        const pair = pairOf(news)
        if (pair === null || wants.includes(pair)) setMarket((known) => after(known, news))
      },
      stateOf: (news) => `${news.kind} ${pairOf(news) ?? ''}`,
    })
    return () => {
      leave()
      setMarket(nothing)
    }
  }, [tukar, symbols])
  return market
}

const pairOf = (news: MarketNews): string | null =>
  news.kind === 'connection' ? null : news.item.txPair

function after(known: Market, news: MarketNews): Market {
  if (news.kind === 'connection') return { ...known, connected: news.connected }
  return { ...known, [news.kind]: { ...known[news.kind], [news.item.txPair]: news.item } }
}
