import type { components } from '@tukar/client'
import { useRead } from '../data.ts'
import type { Market } from '../live-market.ts'
import type { Depth, Trade } from '../live-stream.ts'

const shownTrades = 20

/** The order book of a pair as it was read, until the stream brings a newer one. */
export function useDepth(txPair: string, { depths }: Pick<Market, 'depths'>): Depth | null {
  const { data } = useRead(['market', 'depth', txPair], (tukar) =>
    tukar.get('/api/exchange/venue/depth', { params: { query: { symbol: txPair } } }),
  )
  return depths[txPair] ?? data ?? null
}

/** The last trades of a pair: those of the stream, and before them those that were read. */
export function useTrades(
  txPair: string,
  { trades }: Pick<Market, 'trades'>,
): readonly Trade[] | null {
  const { data } = useRead(['market', 'trades', txPair], (tukar) =>
    tukar.get('/api/exchange/venue/trades', { params: { query: { symbol: txPair } } }),
  )
  const live = trades[txPair]?.trades
  if (live === undefined) return data?.trades ?? null
  return [...live, ...earlierThan(live, data)].slice(0, shownTrades)
}

const earlierThan = (
  live: readonly Trade[],
  read: components['schemas']['MarketTrades'] | undefined,
): readonly Trade[] => {
  const first = live.at(-1)
  if (first === undefined) return read?.trades ?? []
  return (read?.trades ?? []).filter(({ id }) => BigInt(id) < BigInt(first.id))
}
