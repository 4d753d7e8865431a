import type { Tukar } from '@tukar/client'
import { saveFile } from '../../ui/save-file.ts'
import type { MoveFilter, TransferFilter } from '../money/money-data.ts'

const pageItems = 100
/** The API counts no further in a list. */
const mostPages = 100

type Page<Item> = Readonly<{ data: readonly Item[]; nextPage: number | null }>
type Cell = string | number | boolean | null | readonly string[]
type Row = Readonly<Record<string, Cell>>

/** Reads every page, and lets the browser save them as one table. */
async function saveAll<Item extends Row>(
  name: string,
  read: (page: Readonly<{ page: number; per_page: number }>) => Promise<Page<Item>>,
): Promise<void> {
  const rows: Item[] = []
  for (let page: number | null = 1; page !== null && page <= mostPages; ) {
    const { data, nextPage }: Page<Item> = await read({ page, per_page: pageItems })
    rows.push(...data)
    page = nextPage
  }
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((key) => textOf(row[key])))]
  const table = lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
  saveFile(new Blob([table], { type: 'text/csv' }), `tukar-${name}.csv`)
}

const textOf = (cell: Cell | undefined): string =>
  Array.isArray(cell) ? cell.join(' ') : `${cell ?? ''}`

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

export const saveOrders = (tukar: Tukar): Promise<void> =>
  saveAll('orders', (page) =>
    tukar.get('/api/exchange/venue/historyOrder', { params: { query: page } }),
  )

export const saveTransfers = (tukar: Tukar, filter: TransferFilter): Promise<void> =>
  saveAll('transfers', (page) =>
    tukar.get('/api/users/history/v2/deposit-withdraw', {
      params: { query: { ...filter, ...page } },
    }),
  )

export const saveMoves = (tukar: Tukar, filter: MoveFilter): Promise<void> =>
  saveAll('moves', (page) =>
    tukar.get('/api/users/transaction-histories', { params: { query: { ...filter, ...page } } }),
  )
