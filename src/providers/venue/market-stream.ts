import { parse } from 'lossless-json'
import { z } from 'zod'
import { limits } from '../../base/limits.ts'
import { holdSocket, type StreamTools, type VenueStream } from './held-socket.ts'
import { aboveZero } from './venue-decimals.ts'
import { type BestPrices, bestPrice } from './venue-objects.ts'

/** The last price of a symbol and the best prices of both sides, from the venue's stream. */
export type Ticker = Readonly<{ symbol: string; price: string }> & BestPrices

const TickerEvent = z
  .object({
    stream: z.string(),
    data: z.object({
      e: z.literal('24hrTicker'),
      s: z.string(),
      c: aboveZero,
      b: bestPrice,
      a: bestPrice,
    }),
  })
  .transform(({ data: { s, c, b, a } }): Ticker => ({ symbol: s, price: c, bid: b, ask: a }))

/** A reply has the id of its request; `result` is null if the subscription succeeded. */
const Reply = z.object({ id: z.string(), result: z.null() })
const Refused = z.union([
  z.object({ id: z.string(), error: z.unknown() }),
  z.object({ code: z.unknown(), msg: z.string() }),
])
const Ending = z.object({ e: z.literal('serverShutdown') })
const Wrapped = z.object({ data: Ending })

/**
 * Subscribes to the tickers of symbols, which the venue sends once a second, until closed. Calls
 * `onTicker` with each one.
 */
export const listenToMarket = (
  url: string,
  symbols: readonly string[],
  onTicker: (ticker: Ticker) => void,
  tools: StreamTools,
): VenueStream =>
  holdSocket(
    {
      name: 'market',
      url,
      ping: { id: 'ping', method: 'LIST_SUBSCRIPTIONS' },
      subscribe(say) {
        const params = symbols
          .slice(0, limits.venue.symbols)
          .map((symbol) => `${symbol.toLowerCase()}@ticker`)
        say({ id: 'subscribe', method: 'SUBSCRIBE', params })
      },
      hear(text, { subscribed, end }) {
        const read = readWords(text)
        const ticker = TickerEvent.safeParse(read)
        if (ticker.success) onTicker(ticker.data)
        else if (Reply.safeParse(read).data?.id === 'subscribe') subscribed()
        else if (Refused.safeParse(read).success) end('refused')
        else if (Ending.safeParse(read).success || Wrapped.safeParse(read).success) {
          end('the venue ends it')
        }
      },
    },
    tools,
  )

/** Numbers keep their digits. */
function readWords(text: string): unknown {
  try {
    return parse(text, null, (digits) => digits)
  } catch {
    return undefined
  }
}
