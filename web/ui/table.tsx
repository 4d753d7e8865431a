import type { ReactNode } from 'react'

export type Column<Row> = Readonly<{
  key: string
  /** Empty for a column of buttons. */
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers are set to the right, so that their digits are below each other. */
  numeric?: boolean
  /** Left out on a narrow screen. */
  wide?: boolean
}>

type TableProps<Row> = Readonly<{
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}>

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  const classOf = ({ numeric, wide }: Column<Row>) =>
    [numeric ? 'numeric' : '', wide ? 'wide' : ''].filter(Boolean).join(' ')
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) =>
            column.title === '' ? (
              <td key={column.key} />
            ) : (
              <th key={column.key} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <td key={column.key} className={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
