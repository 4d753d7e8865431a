import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { both, pageByPosition } from '../content.sql.ts'
import type { ContentLanguage, DictionaryEntry } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import type { DictionaryType, StoredEntry, WrittenEntry } from '../writing-contracts.ts'

export type DictionaryOrder = Readonly<{
  sortBy: 'position' | 'label' | 'value' | 'id'
  sort: 'asc' | 'desc'
}>

export async function selectDictionary(
  db: Pick<Database, 'read'>,
  lang: ContentLanguage,
  type: DictionaryType,
  { sortBy, sort }: DictionaryOrder,
): Promise<readonly DictionaryEntry[]> {
  const column = sortBy === 'label' ? sql`lower(${sql.ref(`label_${lang}`)})` : sql.ref(sortBy)
  return db.read
    .selectFrom('dictionaries')
    .where('type', '=', type)
    .select(['id', 'type', 'value', `label_${lang} as label`, 'is_chinese as isChinese'])
    .orderBy('is_chinese')
    .orderBy(column, sort)
    .orderBy('id', sort)
    .limit(contentLimits.dictionaryEntries)
    .execute()
}

const valuesOf = ({ type, value, label, isChinese, position }: WrittenEntry) => ({
  type,
  value,
  label_id: label.id,
  label_en: label.en,
  is_chinese: isChinese,
  position,
})

const stored = (db: Reader) =>
  db
    .selectFrom('dictionaries')
    .select(['id', 'type', 'value', both('label'), 'is_chinese as isChinese', 'position'])

/** Reads a page of the entries of all dictionaries, or of one, as operators see them. */
export const readStoredEntries = (
  db: Pick<Database, 'read'>,
  type: DictionaryType | undefined,
  page: CursorRequest,
) =>
  pageByPosition(
    stored(db.read).$if(type !== undefined, (q) => q.where('type', '=', type ?? '')),
    page,
  )

export async function lockEntry(tx: Tx, id: number): Promise<StoredEntry | null> {
  return (await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

/** Inserts an entry; returns its id, or null if its dictionary already has the value. */
export async function insertEntry(tx: Tx, entry: WrittenEntry): Promise<number | null> {
  const [row] = await insertRows(tx, 'dictionaries', [valuesOf(entry)], {
    unique: ['type', 'value'],
    returning: ['id'],
  })
  return row?.id ?? null
}

export async function updateEntry(tx: Tx, id: number, entry: WrittenEntry): Promise<void> {
  await tx
    .updateTable('dictionaries')
    .set({ ...valuesOf(entry), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
