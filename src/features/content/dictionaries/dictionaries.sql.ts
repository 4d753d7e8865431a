import { sql } from 'kysely'
import { limits } from '../../../base/limits.ts'
import type { Database, Tx } from '../../../database/database.ts'
import type { ContentLanguage } from '../content-contracts.ts'

export const dictionaryTypes = [
  'language',
  'currency',
  'occupation',
  'source_of_funds',
  'purpose',
  'gender',
  'marital_status',
  'religion',
] as const

export type DictionaryType = (typeof dictionaryTypes)[number]

export type DictionaryEntry = Readonly<{
  id: number
  type: string
  value: string
  label: string
  isChinese: boolean
}>

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
    .limit(limits.content.dictionaryEntries)
    .execute()
}

export type WrittenEntry = Readonly<{
  type: DictionaryType
  value: string
  label: Readonly<{ id: string; en: string }>
  isChinese: boolean
  position: number
}>

export type StoredEntry = Omit<WrittenEntry, 'type'> & Readonly<{ id: number; type: string }>

const valuesOf = ({ type, value, label, isChinese, position }: WrittenEntry) => ({
  type,
  value,
  label_id: label.id,
  label_en: label.en,
  is_chinese: isChinese,
  position,
})

const stored = (db: Database['read'] | Tx) =>
  db
    .selectFrom('dictionaries')
    .select(['id', 'type', 'value', 'label_id', 'label_en', 'is_chinese', 'position'])

type DictionaryRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const storedOf = ({ label_id, label_en, is_chinese, ...row }: DictionaryRow): StoredEntry => ({
  ...row,
  label: { id: label_id, en: label_en },
  isChinese: is_chinese,
})

/** Lists the entries of all dictionaries, or of one, as operators see them. */
export async function selectStoredEntries(
  db: Pick<Database, 'read'>,
  type: DictionaryType | undefined,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly StoredEntry[]> {
  const rows = await stored(db.read)
    .$if(type !== undefined, (q) => q.where('type', '=', type ?? ''))
    .orderBy('type')
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(storedOf)
}

export async function countEntries(
  db: Pick<Database, 'read'>,
  type: DictionaryType | undefined,
): Promise<number> {
  const { count } = await db.read
    .selectFrom('dictionaries')
    .$if(type !== undefined, (q) => q.where('type', '=', type ?? ''))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds an entry and locks its row until the transaction ends. */
export async function findStoredEntry(tx: Tx, id: number): Promise<StoredEntry | null> {
  const row = await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : storedOf(row)
}

/** Inserts an entry; returns its id, or null if its dictionary already has the value. */
export async function insertEntry(tx: Tx, entry: WrittenEntry): Promise<number | null> {
  const row = await tx
    .insertInto('dictionaries')
    .values(valuesOf(entry))
    .onConflict((conflict) => conflict.columns(['type', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function updateEntry(tx: Tx, id: number, entry: WrittenEntry): Promise<boolean> {
  const result = await tx
    .updateTable('dictionaries')
    .set({ ...valuesOf(entry), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteEntryRow(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('dictionaries').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}
