import type { components, Tukar } from '@tukar/client'
import { followTogether } from '../ui/shared-stream.ts'
import type { Subject } from './data.ts'

export type Ticker = components['schemas']['MarketTicker']
export type Depth = components['schemas']['MarketDepth']
export type Trade = components['schemas']['MarketTrade']
export type Trades = components['schemas']['MarketTrades']
export type MinuteCandle = components['schemas']['MarketCandle']

export type MarketNews =
  | Readonly<{ kind: 'tickers'; item: Ticker }>
  | Readonly<{ kind: 'depths'; item: Depth }>
  | Readonly<{ kind: 'trades'; item: Trades }>
  | Readonly<{ kind: 'candles'; item: MinuteCandle }>

export type News =
  | MarketNews
  | Readonly<{ kind: 'connection'; connected: boolean }>
  /** What has changed of the user's data; `all` after events may have been missed. */
  | Readonly<{ kind: 'changed'; subjects: readonly Subject[] | 'all' }>

type Follower = Readonly<{
  pairs: readonly string[]
  receive: (news: News) => void
  onReturn?: () => void
}>

type Send = (news: News) => void

/**
 * Follows the one stream of this browser: that of the user, with the pairs that any tab shows, or
 * without a user that of the market. Returns how to leave.
 */
export const followLive = (
  { tukar, isSignedIn }: Readonly<{ tukar: Tukar; isSignedIn: boolean }>,
  { pairs, ...follower }: Follower,
): (() => void) =>
  followTogether<News>({
    ...follower,
    name: isSignedIn ? 'tukar.user' : 'tukar.market',
    wants: pairs,
    open: (wanted, send) =>
      isSignedIn ? openUserStream(tukar, wanted, send) : openMarketStream(tukar, wanted, send),
    stateOf: (news) => {
      if (news.kind === 'changed') return null
      return news.kind === 'connection' ? news.kind : `${news.kind} ${news.item.txPair}`
    },
  })

const openUserStream = (tukar: Tukar, wanted: () => readonly string[], send: Send) => {
  const changed = (...subjects: readonly Subject[]) => send({ kind: 'changed', subjects })
  return tukar.stream(
    '/api/stream',
    {
      ...marketHandlers(send),
      order: () => changed('orders'),
      deposit: () => changed('transfers'),
      withdrawal: () => changed('transfers'),
      balance: () => changed('coins'),
      // A message may say that the identity is verified.
      message: () => changed('messages', 'me'),
    },
    {
      query: () => {
        const symbols = symbolsOf(wanted())
        return symbols === '' ? {} : { symbols }
      },
      readAgain: () => send({ kind: 'changed', subjects: 'all' }),
      onConnected: (connected) => send({ kind: 'connection', connected }),
    },
  )
}

const openMarketStream = (tukar: Tukar, wanted: () => readonly string[], send: Send) =>
  tukar.stream('/api/stream/market', marketHandlers(send), {
    query: () => ({ symbols: symbolsOf(wanted()) }),
    onConnected: (connected) => send({ kind: 'connection', connected }),
  })

const marketHandlers = (send: Send) => ({
  ticker: (item: Ticker) => send({ kind: 'tickers', item }),
  depth: (item: Depth) => send({ kind: 'depths', item }),
  trades: (item: Trades) => send({ kind: 'trades', item }),
  candle: (item: MinuteCandle) => send({ kind: 'candles', item }),
})

/** The service refuses more pairs in one stream. */
const mostPairs = 50

const symbolsOf = (pairs: readonly string[]): string => pairs.slice(0, mostPairs).join(',')
