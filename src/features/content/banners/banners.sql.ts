import { sql } from 'kysely'
import { limits } from '../../../base/limits.ts'
import type { Database, Tx } from '../../../database/database.ts'
import type { ContentLanguage } from '../content-contracts.ts'

export type Banner = Readonly<{
  id: number
  title: string
  image: string
  link: string | null
  status: 'ACTIVE'
  position: number
}>

export async function selectActiveBanners(
  db: Pick<Database, 'read'>,
  lang: ContentLanguage,
): Promise<readonly Banner[]> {
  const rows = await db.read
    .selectFrom('banners')
    .where('status', '=', 'ACTIVE')
    .select(['id', `title_${lang} as title`, 'image', 'link', 'position'])
    .orderBy('position')
    .orderBy('id')
    .limit(limits.content.banners)
    .execute()
  return rows.map((row) => ({ ...row, status: 'ACTIVE' }))
}

export type WrittenBanner = Readonly<{
  title: Readonly<{ id: string; en: string }>
  image: string
  link: string | null
  status: 'ACTIVE' | 'INACTIVE'
  position: number
}>

export type StoredBanner = Omit<WrittenBanner, 'status'> & Readonly<{ id: number; status: string }>

const valuesOf = ({ title, image, link, status, position }: WrittenBanner) => ({
  title_id: title.id,
  title_en: title.en,
  image,
  link,
  status,
  position,
})

const stored = (db: Database['read'] | Tx) =>
  db
    .selectFrom('banners')
    .select(['id', 'title_id', 'title_en', 'image', 'link', 'status', 'position'])

type BannerRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number]

const storedOf = ({ title_id, title_en, ...row }: BannerRow): StoredBanner => ({
  ...row,
  title: { id: title_id, en: title_en },
})

/** Lists active and inactive banners, in their order. */
export async function selectStoredBanners(
  db: Pick<Database, 'read'>,
  { limit, offset }: Readonly<{ limit: number; offset: number }>,
): Promise<readonly StoredBanner[]> {
  const rows = await stored(db.read)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(storedOf)
}

export async function countBanners(db: Pick<Database, 'read'>): Promise<number> {
  const { count } = await db.read
    .selectFrom('banners')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Finds a banner and locks its row until the transaction ends. */
export async function findStoredBanner(tx: Tx, id: number): Promise<StoredBanner | null> {
  const row = await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()
  return row === undefined ? null : storedOf(row)
}

export async function insertBanner(tx: Tx, banner: WrittenBanner): Promise<number> {
  const row = await tx
    .insertInto('banners')
    .values(valuesOf(banner))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateBanner(tx: Tx, id: number, banner: WrittenBanner): Promise<boolean> {
  const result = await tx
    .updateTable('banners')
    .set({ ...valuesOf(banner), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function deleteBannerRow(tx: Tx, id: number): Promise<boolean> {
  const result = await tx.deleteFrom('banners').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}
