import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Begin, Source, TakeLine } from './source.ts'

const chunkBytes = 1 << 20
const endOfCopy = Buffer.from('\n\\.\n')
const newline = 10
const copy = /^COPY (?:"?(\w+)"?\.)?"?(\w+)"? \((.*)\) FROM stdin;$/
const setval = /setval\('(?:\w+\.)?(\w+)', (\d+), (true|false)\)/
const schemas = ['public', 'detached']

/** Opens a dump in the plain format of pg_dump, which each scan reads once. */
export async function openDump(path: string): Promise<Source> {
  const file = await open(path)
  const head = await file.read(Buffer.alloc(5), 0, 5, 0)
  await file.close()
  if (head.buffer.toString('latin1') === 'PGDMP') {
    throw new Error('this dump is not in the plain format: convert it with pg_restore -f FILE')
  }
  const sequences = new Map<string, number>()
  return {
    scan: (begin) => scanDump(path, begin, sequences),
    lastValue: (sequence) => sequences.get(sequence) ?? null,
    close: () => Promise.resolve(),
  }
}

async function scanDump(path: string, begin: Begin, sequences: Map<string, number>): Promise<void> {
  /** Undefined outside of the rows of a table. */
  let take: TakeLine | null | undefined
  let rest: Buffer = Buffer.alloc(0)
  const statement = (line: string) => {
    const value = setval.exec(line)
    if (value !== null) sequences.set(value[1] ?? '', value[3] === 'true' ? Number(value[2]) : 0)
    const found = copy.exec(line)
    if (found === null) return
    const [, schema = 'public', table = '', columns = ''] = found
    const names = columns.split(', ').map((name) => name.replaceAll('"', ''))
    take = schemas.includes(schema) ? begin(`${schema}.${table}`, names) : null
  }
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a dump is read as bytes')
    rest = consume(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]))
  }
  if (take !== undefined) throw new Error('the dump ends within the rows of a table')

  /** Takes all whole lines, and returns the bytes after them. */
  function consume(bytes: Buffer): Buffer {
    let at = 0
    while (at < bytes.length) {
      if (take === null) {
        const end = skipped(bytes, at)
        if (end === null) return bytes.subarray(Math.max(at, bytes.length - endOfCopy.length + 1))
        take = undefined
        at = end
        continue
      }
      if (take === undefined) {
        const end = bytes.indexOf(newline, at)
        if (end < 0) return bytes.subarray(at)
        statement(bytes.toString('utf8', at, end))
        // An end of rows may follow at once, so the newline stays where rows are skipped.
        at = take === null ? end : end + 1
        continue
      }
      const last = lastLine(bytes, at)
      if (last.end < at) return bytes.subarray(at)
      if (last.end > at) {
        for (const line of bytes.toString('utf8', at, last.end - 1).split('\n')) take(line)
      }
      if (!last.ends) return bytes.subarray(last.end)
      take = undefined
      at = last.end + endOfCopy.length - 1
    }
    return Buffer.alloc(0)
  }
}

/** The place after the end of rows that begin after a newline at `at`; null if it is further on. */
function skipped(bytes: Buffer, at: number): number | null {
  const end = bytes.indexOf(endOfCopy, at)
  return end < 0 ? null : end + endOfCopy.length
}

/** Where the whole rows from `at` end, and whether the table ends there. */
function lastLine(bytes: Buffer, at: number): Readonly<{ end: number; ends: boolean }> {
  if (bytes.subarray(at, at + 3).equals(endOfCopy.subarray(1))) return { end: at, ends: true }
  const found = bytes.indexOf(endOfCopy, at)
  if (found >= 0) return { end: found + 1, ends: true }
  const last = bytes.lastIndexOf(newline)
  return { end: last < at ? -1 : last + 1, ends: false }
}
