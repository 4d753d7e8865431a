import { hash } from 'node:crypto'
import { cellReader, microsOf } from './source.ts'

export const sha256 = (bytes: string | Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** The hashed columns, in the order of their hashes. docs/ledger-proof.md defines them. */
export const postingColumns = ['id', 'key', 'action', 'at'] as const
export const moveColumns = [
  'posting_id',
  'line',
  'asset_id',
  'from_kind',
  'from_user',
  'from_after',
  'to_kind',
  'to_user',
  'to_after',
  'units',
] as const

/** A row of postings or moves: its place in the order, and its cells as they are hashed. */
export type Row = Readonly<{ id: number; line: number; cells: readonly string[]; tx: string }>

const counted = (text: string): string => `${Buffer.byteLength(text)}:${text}`

export function postingReader(table: string, columns: readonly string[]) {
  const read = cellReader(table, columns, postingColumns)
  return (line: string): Row & Readonly<{ key: string; action: string }> => {
    const [id, key, action, at] = read(line)
    const cells = [id ?? '', counted(key ?? ''), counted(action ?? ''), microsOf(at ?? null)]
    return { id: Number(id), line: 0, cells, tx: '', key: key ?? '', action: action ?? '' }
  }
}

export function moveReader(table: string, columns: readonly string[]) {
  const read = cellReader(table, columns, [...moveColumns, 'tx'])
  return (line: string): Row => {
    const cells: string[] = read(line).map((cell) => cell ?? '')
    const tx = cells.pop() ?? ''
    return { id: Number(cells[0]), line: Number(cells[1]), cells, tx }
  }
}

export const inOrder = (a: Row, b: Row): number => a.id - b.id || a.line - b.line

/** The hashes of the columns of rows that are in order, one after another. */
export function hashesOf(rows: readonly Row[], columns: number): Buffer {
  const hashes: Buffer[] = []
  for (let at = 0; at < columns; at += 1) {
    let text = ''
    for (const { cells } of rows) text += `${cells[at]}\n`
    hashes.push(sha256(text))
  }
  return Buffer.concat(hashes)
}

export function txHashOf(rows: readonly Row[]): Buffer {
  let text = ''
  for (const { tx } of rows) text += `${tx}\n`
  return sha256(text)
}

const printBytes = 4

export const printOf = ({ cells }: Row): string =>
  sha256(cells.map((cell) => `${cell}\n`).join('')).toString('hex', 0, printBytes)

/** Splits prints, which are stored one after another. */
export const printsIn = (bytes: Buffer): readonly string[] =>
  Array.from({ length: Math.floor(bytes.length / printBytes) }, (_, at) =>
    bytes.toString('hex', at * printBytes, (at + 1) * printBytes),
  )
