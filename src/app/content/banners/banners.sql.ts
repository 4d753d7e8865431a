import { sql } from 'kysely'
import type { CursorRequest } from '../../../base/values/cursor.ts'
import type { Database, Reader, Tx } from '../../../core/database/database.ts'
import { both, pageByPosition } from '../content.sql.ts'
import type { Banner, ContentLanguage } from '../content-contracts.ts'
import { contentLimits } from '../content-limits.ts'
import type { StoredBanner, WrittenBanner } from '../writing-contracts.ts'

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
    .limit(contentLimits.banners)
    .execute()
  return rows.map((row) => ({ ...row, status: 'ACTIVE' }))
}

const valuesOf = ({ title, image, link, status, position }: WrittenBanner) => ({
  title_id: title.id,
  title_en: title.en,
  image,
  link: link ?? null,
  status,
  position,
})

const stored = (db: Reader) =>
  db.selectFrom('banners').select(['id', both('title'), 'image', 'link', 'status', 'position'])

type BannerFilter = Readonly<{ status?: 'ACTIVE' | 'INACTIVE' | undefined }>

/** Reads a page of active and inactive banners, in their order. */
export const readStoredBanners = (
  db: Pick<Database, 'read'>,
  { status, ...page }: BannerFilter & CursorRequest,
) =>
  pageByPosition(
    stored(db.read).$if(status !== undefined, (q) => q.where('status', '=', status ?? '')),
    page,
  )

export async function lockBanner(tx: Tx, id: number): Promise<StoredBanner | null> {
  return (await stored(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null
}

export async function insertBanner(tx: Tx, banner: WrittenBanner): Promise<number> {
  const row = await tx
    .insertInto('banners')
    .values(valuesOf(banner))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function updateBanner(tx: Tx, id: number, banner: WrittenBanner): Promise<void> {
  await tx
    .updateTable('banners')
    .set({ ...valuesOf(banner), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}
