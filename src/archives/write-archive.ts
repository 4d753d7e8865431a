import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader } from '../database/database.ts'
import { readRows } from '../database/read-rows.ts'
import { readDatabaseIdentity } from '../database/server-state.ts'
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
  type StoredPart,
} from './archives.sql.ts'
import { parseCsv } from './csv.rules.ts'

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

type Archiving = Pick<Context, 'archive' | 'log'> & Readonly<{ db: Context['archivingDb'] }>

/** The object of a part. */
const partName = (archive: string, number: number): string =>
  `${archive}/${String(number).padStart(6, '0')}.csv.gz`

/**
 * Archives all detached partitions, one after the other, and drops each after its archive was read
 * back and proven whole. Does nothing without an archive. An interrupted run begins anew and keeps
 * the objects that are the same. Other objects of the same names are never replaced: the archive
 * fails. The folder names the database too, so that databases can share a store.
 */
export async function archiveDetached({ archive, db, log }: Archiving): Promise<void> {
  if (archive === null) return
  for (const name of await listDetached(db.read)) {
    const folder = `${await readDatabaseIdentity(db)}/${name}`
    const parts = await writeArchive(db, archive, name, folder)
    await db.inTransaction((tx) => replaceByArchive(tx, name, folder, parts))
    log.info({ archive: folder, parts: parts.length }, 'a detached partition was archived')
  }
}

/** @transactions A detached partition never changes, so its rows need no common snapshot. */
function writeArchive(
  db: Archiving['db'],
  store: ArchiveStore,
  name: string,
  folder: string,
): Promise<readonly Part[]> {
  return db.read.connection().execute(async (connection) => {
    const columns = await listColumns(connection, name)
    const parts: Part[] = []
    for await (const rows of partsOf(connection, name, columns)) {
      parts.push(await storePart(store, folder, parts.length + 1, rows))
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
        object: partName(folder, part.number),
        ...part,
        sha256: sha256.toString('hex'),
      })),
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await storeManifest(store, `${folder}/manifest.json`, bytes)
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
  const { partRows, partBytes, fetchedMoves, fetchedEvents } = archiveLimits
  const fetched = isOfMoves(name) ? fetchedMoves : fetchedEvents
  await connection.transaction().execute((tx) =>
    sql`declare archived_rows no scroll cursor with hold for
      ${linesOf(name, columns)}`.execute(tx),
  )
  try {
    let part: Line[] = []
    let bytes = 0
    for (;;) {
      const rows = await readRows(connection, { owner: 'bigint', line: 'text' })`
        fetch ${sql.lit(fetched)} from archived_rows`
      for (const { owner, line } of rows) {
        part.push({ owner, line })
        bytes += Buffer.byteLength(line)
        if (part.length < partRows && bytes < partBytes) continue
        yield part
        part = []
        bytes = 0
      }
      if (rows.length < fetched) break
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
  await putNew(store, partName(archive, number), await pack(content))
  const digest = sha256(content)
  const back = parseCsv((await fetchPart(store, { archive, number, sha256: digest })).toString())
  if (back.length !== lines.length) {
    throw new Error(`${partName(archive, number)} has ${back.length} rows, not ${lines.length}`)
  }
  const [first, last] = [lines[0]?.owner ?? 0, lines.at(-1)?.owner ?? 0]
  return { number, firstOwner: first, lastOwner: last, rows: back.length, sha256: digest }
}

async function storeManifest(store: ArchiveStore, name: string, bytes: Buffer): Promise<void> {
  await putNew(store, name, bytes)
  if (!(await fetchObject(store, name)).equals(bytes)) {
    throw new Error(`${name} is not what was archived`)
  }
}

/** Stores an object unless there is one of this name, which the caller then compares. */
async function putNew(store: ArchiveStore, name: string, bytes: Buffer): Promise<void> {
  const found = await store.get(name)
  if (found.kind !== 'accepted') throw new ArchiveUnavailable(`${name}: no response`)
  if (found.value !== null) return
  const put = await store.put(name, bytes)
  if (put.kind !== 'accepted') throw new Error(`${name} was not archived`)
}

/** Thrown if the store does not respond: the rows are not lost. */
export class ArchiveUnavailable extends Error {}

async function fetchObject(store: ArchiveStore, name: string): Promise<Buffer> {
  const found = await store.get(name)
  if (found.kind !== 'accepted') throw new ArchiveUnavailable(`${name}: no response`)
  if (found.value === null) throw new Error(`${name} is missing in the archive`)
  return found.value
}

/** Returns the CSV text of a part; throws unless its digest is the one that was recorded. */
export async function fetchPart(
  store: ArchiveStore,
  { archive, number, sha256: digest }: Pick<StoredPart, 'archive' | 'number' | 'sha256'>,
): Promise<Buffer> {
  const name = partName(archive, number)
  const maxOutputLength = archiveLimits.partBytes * 4
  const content = await unpack(await fetchObject(store, name), { maxOutputLength })
  if (!sha256(content).equals(digest)) throw new Error(`${name} is not what was archived`)
  return content
}
