import type { Move } from './money-data.ts'

type Page = Readonly<{ data: readonly Move[]; currentPage: number; nextPage: number | null }>

/** Moves that are shown as one: those of an order's trades, or a single one. */
export type MoveItem = Readonly<{ key: string; orderNo: string | null; moves: readonly Move[] }>

/**
 * Puts the moves of each order together. An order that the page may have cut off is shown move by
 * move: the sum of some of its moves, such as a fee alone, is not what it traded.
 */
export function itemsOf({ data, currentPage, nextPage }: Page): readonly MoveItem[] {
  const cut = new Set<string | null>([null])
  if (currentPage > 1) cut.add(data[0]?.orderNo ?? null)
  if (nextPage !== null) cut.add(data.at(-1)?.orderNo ?? null)
  const keyOf = ({ id, orderNo }: Move) =>
    orderNo === null || cut.has(orderNo) ? `move ${id}` : orderNo
  return [...Map.groupBy(data, keyOf)].map(([key, moves]) => {
    const orderNo = moves[0]?.orderNo ?? null
    return { key, orderNo: cut.has(orderNo) ? null : orderNo, moves }
  })
}
