import { keptItems } from '../../recent.ts'
import { greatest, least, times } from '../amounts.ts'
import { markets } from '../markets.ts'

export const minuteMs = 60_000
/** A week: the longest window of the rolling ticker. */
const keptMinutes = 7 * 24 * 60

/** A public trade; ids are consecutive in each symbol. */
export type Print = Readonly<{
  id: number
  /** Shared by the trades of one taker order at one price. */
  aggregateId: number
  price: bigint
  quantity: bigint
  quote: bigint
  time: number
  isBuyerMaker: boolean
}>

/** The trades of an interval, summed up. */
export type Bar = Readonly<{
  from: number
  open: bigint
  high: bigint
  low: bigint
  close: bigint
  volume: bigint
  quote: bigint
  takerBuyVolume: bigint
  takerBuyQuote: bigint
  firstId: number
  lastId: number
}>

type Line = {
  prints: Print[]
  /** One per minute with a trade, oldest first. */
  bars: Bar[]
  lastId: number
  lastAggregateId: number
  /** The order that took the last trade's offer; null if it was not ours. */
  lastTaker: number | null
}

export type Traded = Pick<Print, 'price' | 'quantity' | 'time' | 'isBuyerMaker'> &
  Readonly<{ taker: number | null }>

/** The public trades of every symbol, and their sums by the minute. */
export type Tape = Readonly<{
  begunAt: number
  record: (symbol: string, traded: Traded) => Print
  last: (symbol: string) => Print
  prints: (symbol: string) => readonly Print[]
  bars: (symbol: string) => readonly Bar[]
}>

/** Each market opens with one trade at its starting price. Ids follow `lastId` and the clock. */
export function newTape(now: number, lastId = 0): Tape {
  const from = Math.max(now, lastId)
  const lines = new Map([...markets.keys()].map((symbol) => [symbol, newLine(from)]))
  const lineOf = (symbol: string): Line => {
    const line = lines.get(symbol)
    if (line === undefined) throw new RangeError(`no such symbol: ${symbol}`)
    return line
  }
  for (const { symbol, start: price, step } of markets.values()) {
    const quantity = step * 100n
    addTo(lineOf(symbol), { price, quantity, time: now, isBuyerMaker: false, taker: null })
  }
  return {
    begunAt: now,
    record: (symbol, traded) => addTo(lineOf(symbol), traded),
    last: (symbol) => lastOf(lineOf(symbol)),
    prints: (symbol) => lineOf(symbol).prints,
    bars: (symbol) => lineOf(symbol).bars,
  }
}

const newLine = (lastId: number): Line => ({
  prints: [],
  bars: [],
  lastId,
  lastAggregateId: lastId,
  lastTaker: null,
})

function lastOf({ prints }: Line): Print {
  const print = prints.at(-1)
  if (print === undefined) throw new RangeError('a market without an opening trade')
  return print
}

function addTo(line: Line, { taker, ...trade }: Traded): Print {
  const before = line.prints.at(-1)
  const together = taker !== null && taker === line.lastTaker && before?.price === trade.price
  if (!together) line.lastAggregateId += 1
  line.lastId += 1
  line.lastTaker = taker
  const quote = times(trade.price, trade.quantity)
  const print = { ...trade, id: line.lastId, aggregateId: line.lastAggregateId, quote }
  line.prints.push(print)
  if (line.prints.length > keptItems) line.prints.shift()
  addToMinute(line, print)
  return print
}

function addToMinute({ bars }: Line, print: Print): void {
  const from = print.time - (print.time % minuteMs)
  const current = bars.at(-1)
  const own = barOf(print, from)
  if (current?.from === from) bars[bars.length - 1] = merged(current, own)
  else bars.push(own)
  if (bars.length > keptMinutes) bars.shift()
}

export const barOf = (print: Print, from: number): Bar => ({
  from,
  open: print.price,
  high: print.price,
  low: print.price,
  close: print.price,
  volume: print.quantity,
  quote: print.quote,
  takerBuyVolume: print.isBuyerMaker ? 0n : print.quantity,
  takerBuyQuote: print.isBuyerMaker ? 0n : print.quote,
  firstId: print.id,
  lastId: print.id,
})

/** Merges two bars; `later` follows `earlier`. */
export const merged = (earlier: Bar, later: Bar): Bar => ({
  from: earlier.from,
  open: earlier.open,
  high: greatest(earlier.high, later.high),
  low: least(earlier.low, later.low),
  close: later.close,
  volume: earlier.volume + later.volume,
  quote: earlier.quote + later.quote,
  takerBuyVolume: earlier.takerBuyVolume + later.takerBuyVolume,
  takerBuyQuote: earlier.takerBuyQuote + later.takerBuyQuote,
  firstId: earlier.firstId,
  lastId: later.lastId,
})
