/** A text in Indonesian and in English. */
type Pair = readonly [id: string, en: string]

/** Pairs by name, and functions that make one. */
type Pairs = Pair | ((...facts: never[]) => Pair) | { readonly [name: string]: Pairs }

type Plain = string | ((...facts: never[]) => string) | { readonly [name: string]: Plain }

/** The texts of one language. */
type InOne<Table> = Table extends Pair
  ? string
  : Table extends (...facts: infer Facts) => Pair
    ? (...facts: Facts) => string
    : { readonly [Name in keyof Table]: InOne<Table[Name]> }

export type Texts<Table> = Readonly<{ id: Table; en: Table }>

/** Returns the texts of a table by their language. */
export function texts<const Table extends Pairs>(table: Table): Texts<InOne<Table>>
export function texts(table: Pairs): Texts<Plain> {
  return { id: textsAt(table, 0), en: textsAt(table, 1) }
}

const isPair = (pairs: Pairs): pairs is Pair => Array.isArray(pairs)

function textsAt(table: Pairs, index: 0 | 1): Plain {
  if (isPair(table)) return table[index]
  if (typeof table === 'function') return (...facts) => table(...facts)[index]
  return Object.fromEntries(
    Object.entries(table).map(([name, pairs]) => [name, textsAt(pairs, index)]),
  )
}
