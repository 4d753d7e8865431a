import { sql } from 'kysely'
import type { UserId } from '../../base/values/ids.ts'
import type { Database, Tx } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'
import type { ImageType } from '../images/picture.ts'
import { fileLimits } from './file-limits.ts'

export type FilePurpose =
  | 'ocr'
  | 'liveness'
  | 'selfie'
  | 'ktp'
  | 'vision'
  | 'transfer-proof'
  | 'residential-id'
  /** Of a banner or a news item: public. */
  | 'banner'
  | 'news'

export type NewFile = Readonly<{
  name: string
  /** null: the house's own. */
  owner: UserId | null
  purpose: FilePurpose
  mediaType: ImageType
  bytes: number
  sealedKey: string
}>

type Read = Pick<Database, 'read'>

/** Inserts a file before its object is uploaded; both are swept unless the file is kept. */
export async function insertUploading(db: Read, file: NewFile): Promise<void> {
  await db.read
    .insertInto('files')
    .values({
      name: file.name,
      owner: file.owner,
      purpose: file.purpose,
      media_type: file.mediaType,
      bytes: file.bytes,
      sealed_key: file.sealedKey,
    })
    .execute()
}

/**
 * Marks uploaded files as kept by a record of this transaction. Returns the number of files newly
 * kept; excludes files so old that the sweeper may soon delete them.
 */
export async function markStored(
  tx: Tx,
  names: readonly string[],
  only: FilePurpose | null = null,
): Promise<number> {
  const { rows } = await sql`
    update files set state = 'stored', stored_at = now()
    where name = any (${names}) and state = 'uploading' and ${hasPurpose(only)}
      and created_at > now() - make_interval(secs => ${fileLimits.keepSeconds})
    returning 1`.execute(tx)
  return rows.length
}

const hasPurpose = (only: FilePurpose | null) =>
  only === null ? sql<boolean>`true` : sql<boolean>`purpose = ${only}`

const isOverdue = sql<boolean>`(
  created_at < now() - make_interval(secs => ${fileLimits.uploadSeconds}))`

export type FileRow = Readonly<{
  name: string
  purpose: string
  mediaType: ImageType
  /** The size of the picture; its sealed object is slightly larger. */
  bytes: number
  sealedKey: string
}>

/** Finds a kept file, or null. */
export async function findStoredFile(db: Read, name: string): Promise<FileRow | null> {
  const rows = await readRows(db.read, {
    mediaType: oneOfTexts('image/jpeg', 'image/png'),
    purpose: 'text',
    bytes: 'bigint',
    sealedKey: 'text',
  })`
    select purpose, media_type as "mediaType", bytes, sealed_key as "sealedKey"
    from files where name = ${name} and state = 'stored'`
  const [row] = rows
  return row === undefined ? null : { name, ...row }
}

/**
 * Makes files unreadable from this transaction on, all or only those of a purpose; the sweeper
 * deletes them, objects first.
 */
export async function expireFiles(
  tx: Tx,
  names: readonly string[],
  only: FilePurpose | null = null,
): Promise<void> {
  await sql`
    update files set state = 'uploading', stored_at = null
    where name = any (${names}) and state = 'stored' and ${hasPurpose(only)}`.execute(tx)
}

/**
 * Lists some files that were not kept in time, in any order, so that those whose objects cannot be
 * deleted do not block the others.
 */
export async function overdueNames(db: Read): Promise<readonly string[]> {
  const rows = await readRows(db.read, { name: 'text' })`
    select name from files where state = 'uploading' and ${isOverdue}
    order by random() limit ${fileLimits.sweepRows}`
  return rows.map(({ name }) => name)
}

export async function deleteOverdue(db: Read, name: string): Promise<void> {
  await sql`
    delete from files
    where name = ${name} and state = 'uploading' and ${isOverdue}`.execute(db.read)
}

/** Returns those of these names that have a row. */
export async function knownNames(db: Read, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await readRows(db.read, { name: 'text' })`
    select name from files where name = any (${names})`
  return new Set(rows.map(({ name }) => name))
}
