import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/read-rows.ts'
import type { ArchiveStore } from '../providers/object-store/archive-store.ts'
import { archiveLimits } from './archive-limits.ts'
import {
  countLines,
  isOfMoves,
  linesOf,
  listColumns,
  listDetached,
  type Part,
  replaceByArchive,
} from './archives.sql.ts'
import { parseCsv } from './csv.rules.ts'

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

type Archiving = Pick<Context, 'archive' | 'log'> & Readonly<{ db: Context['patientDb'] }>

/** The object of a part. */
const partName = (archive: string, number: number): string =>
  `${archive}/${String(number).padStart(6, '0')}.csv.gz`

/**
 * Archives all detached partitions, one after the other, and drops each after its archive was read
 * back and proven whole. Does nothing without an archive. An interrupted run begins anew: parts are
 * replaced by the same names.
 */
export async function archiveDetached({ archive, db, log }: Archiving): Promise<void> {
  if (archive === null) return
  for (const name of await listDetached(db.read)) {
    const parts = await writeArchive(db, archive, name)
    await db.inTransaction((tx) => replaceByArchive(tx, name, parts))
    log.info({ archive: name, parts: parts.length }, 'a detached partition was archived')
  }
}

/** @transactions A detached partition never changes, so its rows need no common snapshot. */
function writeArchive(
  db: Archiving['db'],
  store: ArchiveStore,
  name: string,
): Promise<readonly Part[]> {
  return db.read.connection().execute(async (connection) => {
    const columns = await listColumns(connection, name)
    const parts: Part[] = []
    for await (const rows of partsOf(connection, name, columns)) {
      parts.push(await storePart(store, name, parts.length + 1, rows))
    }
    const stored = parts.reduce((sum, { rows }) => sum + rows, 0)
    const expected = await countLines(connection, name)
    if (stored !== expected) {
      throw new Error(`the archive ${name} has ${stored} rows instead of ${expected}`)
    }
    const manifest = {
      table: name,
      columns: isOfMoves(name) ? ['owner', ...columns] : columns,
      rows: stored,
      parts: parts.map(({ sha256, ...part }) => ({
        object: partName(name, part.number),
        ...part,
        sha256: sha256.toString('hex'),
      })),
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await putWhole(store, `${name}/manifest.json`, bytes)
    return parts
  })
}

type Line = Readonly<{ owner: number; line: string }>

/** Yields the sorted rows of a table in parts, through a cursor that outlives its transaction. */
async function* partsOf(
  connection: Reader,
  name: string,
  columns: readonly string[],
): AsyncGenerator<readonly Line[], void> {
  await connection.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(archiveLimits.sortMs)}`.execute(tx)
    await sql`declare archived_rows no scroll cursor with hold for
      ${linesOf(name, columns)}`.execute(tx)
  })
  try {
    let part: Line[] = []
    let bytes = 0
    for (;;) {
      const rows = await readRows(connection, { owner: 'bigint', line: 'text' })`
        fetch ${sql.lit(archiveLimits.fetchedRows)} from archived_rows`
      for (const { owner, line } of rows) {
        part.push({ owner, line })
        bytes += Buffer.byteLength(line)
        if (part.length < archiveLimits.partRows && bytes < archiveLimits.partBytes) continue
        yield part
        part = []
        bytes = 0
      }
      if (rows.length < archiveLimits.fetchedRows) break
    }
    if (part.length > 0) yield part
  } finally {
    await sql`close archived_rows`.execute(connection)
  }
}

async function storePart(
  store: ArchiveStore,
  archive: string,
  number: number,
  lines: readonly Line[],
): Promise<Part> {
  const content = Buffer.from(`${lines.map(({ line }) => line).join('\n')}\n`)
  const name = partName(archive, number)
  await putWhole(store, name, await pack(content))
  const digest = sha256(content)
  const rows = (await readPart(store, { archive, number, rows: lines.length, sha256: digest }))
    .length
  const [first, last] = [lines[0]?.owner ?? 0, lines.at(-1)?.owner ?? 0]
  return { number, firstOwner: first, lastOwner: last, rows, sha256: digest }
}

/** Stores an object and reads it back; throws unless it is the same. */
async function putWhole(store: ArchiveStore, name: string, bytes: Buffer): Promise<void> {
  const put = await store.put(name, bytes)
  if (put.kind !== 'accepted') throw new Error(`${name} was not archived`)
  const back = await store.get(name)
  if (back.kind !== 'accepted' || back.value?.equals(bytes) !== true) {
    throw new Error(`${name} can't be read back from the archive`)
  }
}

/** Thrown if the store does not respond: the rows are not lost. */
export class ArchiveUnavailable extends Error {}

/** Reads the rows of a part; throws unless their number and digest are those that were recorded. */
export async function readPart(
  store: ArchiveStore,
  {
    archive,
    number,
    rows,
    sha256: digest,
  }: Omit<Part, 'firstOwner' | 'lastOwner'> & Readonly<{ archive: string }>,
): Promise<ReturnType<typeof parseCsv>> {
  const name = partName(archive, number)
  const found = await store.get(name)
  if (found.kind !== 'accepted') throw new ArchiveUnavailable(`${name}: no response`)
  if (found.value === null) throw new Error(`${name} is missing in the archive`)
  const maxOutputLength = archiveLimits.partBytes * 4
  const content = await unpack(found.value, { maxOutputLength })
  if (!sha256(content).equals(digest)) throw new Error(`${name} is not what was archived`)
  const parsed = parseCsv(content.toString('utf8'))
  if (parsed.length !== rows) throw new Error(`${name} has ${parsed.length} rows, not ${rows}`)
  return parsed
}
