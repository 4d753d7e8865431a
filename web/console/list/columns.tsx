import type { FormatOptions } from '@tukar/client'
import { Amount } from '../../ui/amount.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { toneOf } from '../state-word.tsx'
import { UserLink } from '../user-link.tsx'
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
  { hidden = false }: Readonly<{ hidden?: boolean }> = {},
): ListColumn<Row<NoInfer<Field>, string | null>> => ({
  key,
  title,
  hidden,
  cell: ({ [field]: at }) => (at === null ? null : <Time at={at} />),
  sortBy: ({ [field]: at }) => at,
})

/** A column of a field with a text, sorted by it. */
export const textColumn = <Field extends string>(
  key: string,
  title: string,
  field: Field,
): ListColumn<Row<NoInfer<Field>, string>> => ({
  key,
  title,
  cell: ({ [field]: text }) => text,
  sortBy: ({ [field]: text }) => text,
})

type StateOptions<State extends string> = Readonly<{
  /** By default the colours of their meanings. */
  tones?: Readonly<Partial<Record<State, Tone>>>
  sorted?: boolean
}>

/** A column of a field with a state, shown by its label. */
export const stateColumn = <Field extends string, State extends string>(
  field: Field,
  title: string,
  labels: Readonly<Record<State, string>>,
  { tones, sorted = false }: StateOptions<NoInfer<State>> = {},
): ListColumn<Row<NoInfer<Field>, NoInfer<State>>> => ({
  key: field,
  title,
  cell: ({ [field]: state }) => (
    <Status tone={tones?.[state] ?? toneOf(state)}>{labels[state]}</Status>
  ),
  ...(sorted ? { sortBy: (row) => row[field] } : {}),
})

type UserRow<Field extends string> = Readonly<{ userId: number | null; userName: string | null }> &
  Row<Field, string | number | null>

/** A column of users, with the field that else names them; null is left out. */
export const userColumn = <Field extends string>(
  title: string,
  field: Field,
): ListColumn<UserRow<NoInfer<Field>>> => ({
  key: 'user',
  title,
  cell: ({ userId, userName, [field]: known }) =>
    userId !== null && <UserLink user={userId} name={userName} known={known} />,
})
