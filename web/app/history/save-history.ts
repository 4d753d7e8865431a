import type { Tukar } from '@tukar/client'
import { saveFile } from '../../ui/save-file.ts'
import type { MoveFilter, TransferFilter } from '../money/money-data.ts'
import { type Page, readPages } from './read-pages.ts'

const pageItems = 100
/** The API has no further page of a list. */
const lastPage = 500

type ReadPage<Item> = (asked: Readonly<{ page: number; per_page: number }>) => Promise<Page<Item>>
type Cell = string | number | boolean | null | readonly string[]
type Row = Readonly<Record<string, Cell>>

/** Reads every page, and lets the browser save them as one table. */
async function saveAll<Item extends Row>(name: string, read: ReadPage<Item>): Promise<void> {
  saveFile(new Blob([await tableOf(read)], { type: 'text/csv' }), `tukar-${name}.csv`)
}

/** Returns the lines of every page; a last line says if there may be more than the API lists. */
export async function tableOf<Item extends Row>(read: ReadPage<Item>): Promise<string> {
  const { data } = await readPages((page) => read({ page, per_page: pageItems }))
  // A new item moves earlier ones to the next page, where they are read again.
  const rows = [...new Map(data.map((row) => [row['id'] ?? row['order_no'], row])).values()]
  const names = Object.keys(rows[0] ?? {})
  const most = lastPage * pageItems
  const lines = [
    names,
    ...rows.map((row) => names.map((key) => textOf(row[key]))),
    ...(data.length < most ? [] : [[`INCOMPLETE: only the first ${most} rows.`]]),
  ]
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')
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
