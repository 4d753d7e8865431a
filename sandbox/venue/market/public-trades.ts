import { textOf } from '../amounts.ts'
import { type Books, marketOf } from '../books.ts'
import { badCombination, limitOf, numberOf, type Params } from '../requests/parameters.ts'
import type { Print } from './tape.ts'

const printsOf = ({ tape }: Books, params: Params): readonly Print[] =>
  tape.prints(marketOf(params['symbol']).symbol)

const printObject = (print: Print) => ({
  id: print.id,
  price: textOf(print.price),
  qty: textOf(print.quantity),
  quoteQty: textOf(print.quote),
  time: print.time,
  isBuyerMaker: print.isBuyerMaker,
  isBestMatch: true,
})

export const recentTrades = (books: Books, params: Params) =>
  printsOf(books, params).slice(-limitOf(params, 500)).map(printObject)

/** Returns trades from an id on, or else the newest. */
export function historicalTrades(books: Books, params: Params) {
  const fromId = numberOf(params, 'fromId')
  if (fromId === null) return recentTrades(books, params)
  const found = printsOf(books, params).filter(({ id }) => id >= fromId)
  return found.slice(0, limitOf(params, 500)).map(printObject)
}

/** Aggregates the trades of one taker order at one price. */
export function aggregateTrades(books: Books, params: Params) {
  const fromId = numberOf(params, 'fromId')
  const [startTime, endTime] = [numberOf(params, 'startTime'), numberOf(params, 'endTime')]
  if (fromId !== null && (startTime !== null || endTime !== null)) throw badCombination()
  const fits = aggregated(printsOf(books, params)).filter(
    ({ a, T }) =>
      a >= (fromId ?? 0) && T >= (startTime ?? 0) && T <= (endTime ?? Number.MAX_SAFE_INTEGER),
  )
  const count = limitOf(params, 500)
  return fromId === null && startTime === null ? fits.slice(-count) : fits.slice(0, count)
}

export const aggregated = (prints: readonly Print[]) =>
  [...Map.groupBy(prints, ({ aggregateId }) => aggregateId).values()].flatMap((together) => {
    const [first] = together
    return first === undefined ? [] : [aggregateObject(together, first)]
  })

const aggregateObject = (together: readonly Print[], first: Print) => ({
  a: first.aggregateId,
  p: textOf(first.price),
  q: textOf(together.reduce((sum, { quantity }) => sum + quantity, 0n)),
  f: first.id,
  l: first.id + together.length - 1,
  T: first.time,
  m: first.isBuyerMaker,
  M: true,
})
