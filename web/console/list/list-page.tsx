import { keepPreviousData } from '@tanstack/react-query'
import { compareDecimals, isDecimal } from '@tukar/client'
import type { ListPath, RowOf } from '@tukar/client/operator'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { CopyButton } from '../../ui/copy-text.tsx'
import { useTexts } from '../../ui/language.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { type Filters, useAddress } from '../address.ts'
import { useRead } from '../desk.tsx'
import type { Role } from '../roles.ts'
import { words } from '../texts.ts'
import { ColumnChoice, useChosenColumns } from './column-choice.tsx'
import { CsvButton } from './csv-button.tsx'
import { type Filter, FilterForm } from './filter-form.tsx'

export type ListColumn<Row> = Readonly<{
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are set to the right. */
  numeric?: boolean
  /** What the rows of this page can be sorted by: a text, or an exact decimal. */
  sortBy?: (row: Row) => string | null
  /** What a button after the cell copies; null shows none. */
  copied?: (row: Row) => string | null
  /** Not shown until the operator chooses it. */
  hidden?: boolean
}>

type ListProps<Path extends ListPath> = Readonly<{
  label: string
  path: Path
  columns: readonly ListColumn<RowOf<Path>>[]
  keyOf: (row: RowOf<Path>) => string | number
  filters?: readonly Filter[]
  /** Parameters that are always sent. */
  fixed?: Filters
  /** The values of the names in the path, such as `{id}`. */
  of?: Filters
  /** The address of a row's page, to which its first column links. */
  open?: (row: RowOf<Path>) => string
  /** The role that may export it; finance by default. */
  exportedBy?: Role
  /** Shown at the end of each row. */
  actions?: (row: RowOf<Path>) => ReactNode
}>

const pageSize = '50'

/** A list of the operators' API: filters, columns, order and page are kept in the address. */
export function ListPage<Path extends ListPath>(props: ListProps<Path>) {
  const { path, filters = [], fixed = {}, of = {}, exportedBy = 'finance' } = props
  const { values } = useAddress()
  const names = [...filters.map(({ name }) => name), 'cursor', 'sort']
  const asked = Object.fromEntries(
    names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
  const query = { limit: pageSize, sort: 'desc', ...asked, ...fixed }
  const list = useRead(
    [subjectOf(path), 'list', path, JSON.stringify({ query, of })],
    (client) => client.list(path, query, of),
    { placeholderData: keepPreviousData },
  )
  return (
    <div className="card flush">
      {filters.length > 0 && <FilterForm filters={filters} />}
      <Loaded query={list}>
        {({ data, nextCursor }) => (
          <>
            <Rows {...props} rows={data} />
            <Turn nextCursor={nextCursor} isOrdered={'sort' in fixed}>
              <CsvButton path={path} query={{ ...asked, ...fixed }} of={of} role={exportedBy} />
            </Turn>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** `withdrawals` of `/operator/api/withdrawals`. */
const subjectOf = (path: string): string => path.split('/')[3] ?? ''

function Rows<Path extends ListPath>(
  props: ListProps<Path> & Readonly<{ rows: readonly RowOf<Path>[] }>,
) {
  const t = useTexts(words)
  const { label, path, columns, rows, keyOf, open, actions } = props
  const chosen = useChosenColumns(path, columns)
  const [sorted, setSorted] = useState<Sorted | null>(null)
  const shown = columns.filter(({ key }) => chosen.keys.includes(key))
  const by = shown.find(({ key }) => key === sorted?.key)?.sortBy
  const ordered = sorted === null || by === undefined ? rows : sortedBy(rows, by, sorted.falling)
  if (rows.length === 0) return <Empty>{t.nothing}</Empty>
  return (
    <>
      <ColumnChoice columns={columns} chosen={chosen} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls needs the focus. */}
      <section className="scroll" aria-label={label} tabIndex={0}>
        <table aria-label={label}>
          <thead>
            <tr>
              {shown.map((column) => (
                <Heading key={column.key} column={column} sorted={sorted} onSort={setSorted} />
              ))}
              {actions && <td />}
            </tr>
          </thead>
          <tbody>
            {ordered.map((row) => (
              <tr key={keyOf(row)}>
                {shown.map((column, index) => (
                  <td key={column.key} className={column.numeric ? 'numeric' : ''}>
                    <Cell column={column} row={row} open={index === 0 ? open : undefined} />
                  </td>
                ))}
                {actions && <td className="numeric">{actions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

type CellProps<Row> = Readonly<{
  column: ListColumn<Row>
  row: Row
  open: ((row: Row) => string) | undefined
}>

function Cell<Row>({ column: { cell, copied }, row, open }: CellProps<Row>) {
  const text = copied?.(row) ?? null
  const content =
    open === undefined ? (
      cell(row)
    ) : (
      <Link href={open(row)} data-row>
        {cell(row)}
      </Link>
    )
  return text === null ? (
    content
  ) : (
    <span className="short-id">
      <span>{content}</span>
      <CopyButton text={text} isSmall />
    </span>
  )
}

type Sorted = Readonly<{ key: string; falling: boolean }>

type HeadingProps<Row> = Readonly<{
  column: ListColumn<Row>
  sorted: Sorted | null
  onSort: (sorted: Sorted | null) => void
}>

/** A column's title; a click sorts by it, another one the other way, a third one not at all. */
function Heading<Row>({ column, sorted, onSort }: HeadingProps<Row>) {
  const t = useTexts(words)
  const { key, title, numeric, sortBy } = column
  const own = sorted?.key === key ? sorted : null
  const next = own === null ? { key, falling: false } : own.falling ? null : { key, falling: true }
  const order = own === null ? undefined : own.falling ? 'descending' : 'ascending'
  return (
    <th scope="col" className={numeric ? 'numeric' : ''} aria-sort={order}>
      {sortBy ? (
        <button
          type="button"
          className="link"
          aria-label={t.sortBy(title)}
          onClick={() => onSort(next)}
        >
          {title}
          <span aria-hidden="true" className={own === null ? 'quiet' : ''}>
            {own === null ? ' ↕' : own.falling ? ' ↓' : ' ↑'}
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

function sortedBy<Row>(
  rows: readonly Row[],
  by: (row: Row) => string | null,
  falling: boolean,
): readonly Row[] {
  const rising = rows.toSorted((one, other) => compared(by(one) ?? '', by(other) ?? ''))
  return falling ? rising.toReversed() : rising
}

const compared = (one: string, other: string): number =>
  isDecimal(one) && isDecimal(other) ? compareDecimals(one, other) : one.localeCompare(other)

/**
 * Turns to the next page, back to the first, and reverses the order of the whole list unless the
 * list has an order of its own.
 */
function Turn(
  props: Readonly<{ nextCursor: string | null; isOrdered: boolean; children: ReactNode }>,
) {
  const { nextCursor, isOrdered, children } = props
  const t = useTexts(words)
  const { values, change } = useAddress()
  const { cursor, sort = 'desc' } = values
  return (
    <div className="pager">
      {isOrdered ? (
        <span />
      ) : (
        <button
          type="button"
          className="small"
          onClick={() => change({ sort: sort === 'desc' ? 'asc' : '', cursor: '' })}
        >
          {sort === 'desc' ? t.newest : t.oldest}
        </button>
      )}
      <span className="row">
        {children}
        {cursor !== undefined && (
          <>
            <button type="button" className="small" onClick={() => change({ cursor: '' })}>
              {t.first}
            </button>
            <button type="button" className="small" onClick={() => history.back()}>
              {t.previous}
            </button>
          </>
        )}
        {nextCursor !== null && (
          <button type="button" className="small" onClick={() => change({ cursor: nextCursor })}>
            {t.next}
          </button>
        )}
      </span>
    </div>
  )
}
