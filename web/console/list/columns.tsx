import type { FormatOptions } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { Time } from '../../ui/time.tsx'
import type { ListColumn } from './list-page.tsx'

type Row<Field extends string, Value> = Readonly<Record<Field, Value>>

type Shown = FormatOptions &
  Readonly<{
    signed?: boolean
    unit?: string
    /** Whether the rows of a page can be sorted by it. */
    sorted?: boolean
    hidden?: boolean
  }>

/** A column of a field with an amount, whose symbol may be in another field. Null is left out. */
export const amountColumn = <Field extends string, SymbolField extends string = never>(
  key: string,
  title: string,
  field: Field,
  {
    symbolIn,
    sorted = false,
    hidden = false,
    ...shown
  }: Shown & { readonly symbolIn?: SymbolField } = {},
): ListColumn<Row<NoInfer<Field>, string | null> & Row<NoInfer<SymbolField>, string>> => ({
  key,
  title,
  numeric: true,
  hidden,
  cell: (row) => {
    const value = row[field]
    const symbol = symbolIn === undefined ? {} : { symbol: row[symbolIn] }
    return value === null ? null : <Amount value={value} {...shown} {...symbol} />
  },
  ...(sorted ? { sortBy: (row) => row[field] } : {}),
})

/** A column of a field with a time, sorted by it; one that is null is left out. */
export const timeColumn = <Field extends string>(
  key: string,
  title: string,
  field: Field,
): ListColumn<Row<NoInfer<Field>, string | null>> => ({
  key,
  title,
  cell: ({ [field]: at }) => (at === null ? null : <Time at={at} />),
  sortBy: ({ [field]: at }) => at,
})
