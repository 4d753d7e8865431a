/**
 * The initial rows of a new database: a folder of CSV files, one per table, beside the migration
 * that creates the tables. They are inserted in that migration's transaction.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { isCode } from '../../../base/error-code.ts'

export type Seed = Readonly<{ table: string; row: z.ZodObject; csv: string }>

const text = z.string().min(1)
const digits = z.string().regex(/^\d+$/)
const flag = z.enum(['true', 'false'])
const symbolPair = z.string().regex(/^[A-Z0-9]+_[A-Z0-9]+$/)
const website = z.url({ protocol: /^https$/ }).nullable()

/** The columns of each table's file. Tables follow those that they refer to. */
const rowsOf: Readonly<Record<string, z.ZodObject>> = {
  countries: z.strictObject({
    id: digits,
    iso2: z.string().length(2),
    iso3: z.string().length(3),
    name: text,
    name_id: text,
    dial_code: digits.nullable(),
  }),
  banks: z.strictObject({
    id: digits,
    code: digits,
    name: text,
    short_name: text,
    kind: z.enum(['BANK', 'WALLET']),
    payx_va_code: text.nullable(),
    payx_payout_code: text.nullable(),
    payd_code: digits.nullable(),
    account_min_digits: digits.nullable(),
    account_max_digits: digits.nullable(),
  }),
  payment_instructions: z.strictObject({
    bank_code: text,
    lang: z.enum(['id', 'en']),
    channel: z.enum(['ATM', 'MOBILE_BANKING', 'INTERNET_BANKING']),
    sort: digits,
    // One step per line.
    steps: text.transform((steps) => steps.split('\n')),
  }),
  assets: z.strictObject({
    id: digits,
    symbol: text,
    name: text,
    kind: z.enum(['FIAT', 'COIN']),
    scale: digits,
    active: flag,
    withdrawal_fee: digits,
    supply_cap: digits,
    daily_withdrawal_limit: digits.nullable(),
    sort: digits,
  }),
  asset_details: z.strictObject({
    asset_id: digits,
    about: text,
    about_id: text,
    website,
    whitepaper: website,
    explorer: website,
    since: digits.nullable(),
  }),
  networks: z.strictObject({
    asset_id: digits,
    network: text,
    chain_id: digits,
    deposit_active: flag,
    withdraw_active: flag,
    withdrawal_fee: digits,
    min_withdrawal: digits,
    max_withdrawal: digits,
  }),
  pair_categories: z.strictObject({
    id: digits,
    code: text,
    name: text,
    name_id: text,
    buy_fee_ppm: digits,
    sell_fee_ppm: digits,
    sort: digits,
  }),
  pairs: z.strictObject({
    id: digits,
    tx_pair: symbolPair,
    venue_symbol: text,
    base_asset_id: digits,
    quote_asset_id: digits,
    category_id: digits,
    sort: digits,
    price_tick: digits,
    lot_step: digits,
    min_quantity: digits,
    max_quantity: digits,
    max_market_quantity: digits,
    min_notional: digits,
    max_notional: digits,
  }),
  tax_rates: z.strictObject({
    id: digits,
    kind: z.enum(['PPH', 'PPN']),
    side: z.enum(['BUY', 'SELL']),
    rate_ppm: digits,
    valid_from: z.iso.date(),
    rule: text,
  }),
  settings: z.strictObject({ key: text, value: z.string(), kind: text, is_public: flag }),
  dictionaries: z.strictObject({
    type: text,
    value: text,
    label_id: text,
    label_en: text,
    position: digits,
  }),
  custody_assets: z.strictObject({
    custody_id: text,
    asset_id: digits,
    network: text,
    tagged: flag,
    main: flag,
  }),
}

/** Reads the seed files of a folder in the order of insertion; a missing folder has none. */
export async function readSeeds(folder: string): Promise<readonly Seed[]> {
  const files = await readdir(folder).catch((error: unknown): string[] => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
  const unknown = files.find((name) => rowsOf[name.replace(/\.csv$/, '')] === undefined)
  if (unknown !== undefined) throw new Error(`${unknown} is not the seed file of a known table`)
  return Promise.all(
    Object.entries(rowsOf)
      .filter(([table]) => files.includes(`${table}.csv`))
      .map(async ([table, row]) => {
        const csv = await readFile(path.join(folder, `${table}.csv`), 'utf8')
        return { table, row, csv: csv.replaceAll('\r\n', '\n') }
      }),
  )
}

/** Inserts the rows of a seed file. Missing columns take their defaults. */
export async function insertSeed(client: pg.Client, { table, row, csv }: Seed): Promise<void> {
  const file = `${table}.csv`
  const rows = z.array(row).min(1).safeParse(records(file, csv))
  if (!rows.success) throw new Error(`${file}: ${z.prettifyError(rows.error)}`)
  const columns = Object.keys(rows.data[0] ?? {}).join(', ')
  await client.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows.data)],
  )
}

type Cell = string | null

/**
 * Returns the rows below the header, keyed by its names; surplus cells are keyed by their index.
 */
function records(file: string, csv: string): readonly Readonly<Record<string, Cell>>[] {
  const [header = [], ...lines] = parseCsv(file, csv)
  return lines.map((cells) =>
    Object.fromEntries(cells.map((cell, index) => [header[index] ?? index, cell])),
  )
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
