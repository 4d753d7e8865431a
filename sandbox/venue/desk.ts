import type { Frame } from '../emulator.ts'
import { type Books, newBooks, nextId } from './books.ts'
import { type MarketStream, marketStream } from './market/market-stream.ts'
import { executionReport, type Relay, relay } from './reports.ts'
import { spoiling } from './requests/spoiling.ts'
import { type Weights, weights } from './requests/weights.ts'
import { type Served, type Stream, userStream } from './stream.ts'

/** The dependencies of one emulated venue. */
export type Desk = Readonly<{
  frame: Frame
  books: Books
  stream: Stream
  market: MarketStream
  relay: Relay
  weights: Weights
  now: () => number
  clock: { offsetMs: number }
}> &
  ReturnType<typeof spoiling>

export function newDesk(frame: Frame, serve: Served['serve']): Desk {
  const clock = { offsetMs: 0 }
  const now = () => Date.now() + clock.offsetMs
  const counted = weights(now)
  const limits = () =>
    counted.used().filter(({ rateLimitType }) => rateLimitType !== 'RAW_REQUESTS')
  const stream = userStream(frame, now, { serve, limits })
  const toService = relay(frame.secrets.venueWebhookSecret, frame.callbacks)
  const books = newBooks(
    (reported) => {
      const event = executionReport(reported, nextId(books))
      stream.push(event)
      toService.report(event)
    },
    now,
    frame.saved,
  )
  return {
    frame,
    books,
    stream,
    market: marketStream(frame, books, now),
    relay: toService,
    weights: counted,
    now,
    clock,
    ...spoiling(),
  }
}
