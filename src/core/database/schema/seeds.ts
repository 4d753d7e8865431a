/**
 * The initial rows of a new database: a folder of CSV files, one per table, beside the migration
 * that creates the tables. They are inserted in that migration's transaction.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { isCode } from '../../../base/error-code.ts'

export type Seed = Readonly<{ table: string; csv: string }>

type Cell = string | null

/** The tables that have initial rows; each follows those that it refers to. */
const tables = [
  'countries',
  'banks',
  'payment_instructions',
  'assets',
  'asset_details',
  'networks',
  'pair_categories',
  'pairs',
  'tax_rates',
  'settings',
  'dictionaries',
  'custody_assets',
]

/** A column of lists, whose cells have one item on each line. */
const isList = (table: string, column: Cell): boolean =>
  table === 'payment_instructions' && column === 'steps'

/** Reads the seed files of a folder in the order of insertion; a missing folder has none. */
export async function readSeeds(folder: string): Promise<readonly Seed[]> {
  const files = await readdir(folder).catch((error: unknown): string[] => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  const unknown = files.find((name) => !tables.includes(name.replace(/\.csv$/, '')))
  if (unknown !== undefined) throw new Error(`${unknown} is not the seed file of a known table`)
  const seeded = tables.filter((table) => files.includes(`${table}.csv`))
  return Promise.all(
    seeded.map(async (table) => {
      const csv = await readFile(path.join(folder, `${table}.csv`), 'utf8')
      return { table, csv: csv.replaceAll('\r\n', '\n') }
    }),
  )
}

/**
 * Inserts the rows of a seed file, which the table's constraints check. Missing columns take their
 * defaults.
 */
export async function insertSeed(client: pg.Client, { table, csv }: Seed): Promise<void> {
  const file = `${table}.csv`
  const [columns = [], ...lines] = parseCsv(file, csv)
  if (lines.length === 0) throw new Error(`${file} has no rows`)
  const names = columns.join(', ')
  const rows = lines.map((cells, at) => {
    if (cells.length !== columns.length) throw new Error(`${file}: row ${at + 1} is not whole`)
    return Object.fromEntries(
      columns.map((column, index) => {
        const cell = cells[index]
        return [column, isList(table, column) ? cell?.split('\n') : cell]
      }),
    )
  })
  await client
    .query(
      `insert into ${table} (${names})
       select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
    .catch((error: unknown) => {
      if (error instanceof Error) error.message = `${file}: ${error.message}`
      throw error
    })
}

const cellPattern = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/y

/** Parses comma-separated values (RFC 4180). An empty cell without quotes is null. */
function parseCsv(file: string, csv: string): readonly (readonly Cell[])[] {
  const lines: Cell[][] = []
  let line: Cell[] = []
  cellPattern.lastIndex = 0
  while (cellPattern.lastIndex < csv.length) {
    const cell = cellPattern.exec(csv)
    if (cell === null) throw new Error(`${file}: a quote is misplaced on line ${lines.length + 1}`)
    const [, quoted, plain, end] = cell
    line.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
