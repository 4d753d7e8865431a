import { textOf } from './amounts.ts'
import { type Books, marketOf } from './books.ts'
import { badCombination, limitOf, numberOf, type Params, timeOf } from './parameters.ts'
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

/** From an id on; without one the newest. */
export function historicalTrades(books: Books, params: Params) {
  const fromId = numberOf(params, 'fromId')
  if (fromId === null) return recentTrades(books, params)
  const found = printsOf(books, params).filter(({ id }) => id >= fromId)
  return found.slice(0, limitOf(params, 500)).map(printObject)
}

/** What one taker order traded at one price, as one trade. */
export function aggregateTrades(books: Books, params: Params) {
  const fromId = numberOf(params, 'fromId')
  const [startTime, endTime] = [timeOf(params, 'startTime'), timeOf(params, 'endTime')]
  if (fromId !== null && (startTime !== null || endTime !== null)) throw badCombination()
  const all = Map.groupBy(printsOf(books, params), ({ aggregateId }) => aggregateId)
  const fits = [...all.values()].flatMap((prints) => {
    const [first] = prints
    const last = prints.at(-1)
    if (first === undefined || last === undefined) return []
    if (first.aggregateId < (fromId ?? 0) || first.time < (startTime ?? 0)) return []
    if (first.time > (endTime ?? Number.MAX_SAFE_INTEGER)) return []
    return [aggregateObject(prints, first, last)]
  })
  const count = limitOf(params, 500)
  return fromId === null && startTime === null ? fits.slice(-count) : fits.slice(0, count)
}

export const aggregateObject = (prints: readonly Print[], first: Print, last: Print) => ({
  a: first.aggregateId,
  p: textOf(first.price),
  q: textOf(prints.reduce((sum, { quantity }) => sum + quantity, 0n)),
  f: first.id,
  l: last.id,
  T: first.time,
  m: first.isBuyerMaker,
  M: true,
})
