import type { AssetId } from '../../base/values/ids.ts'
import type { Database } from '../database/database.ts'

export type AssetDetails = Readonly<{
  /** In English and in Indonesian. */
  about: Readonly<{ en: string; id: string }>
  website: string | null
  whitepaper: string | null
  explorer: string | null
  /** The year the asset was created. */
  since: number | null
}>

/** Returns the description and links of an asset; null if there are none. */
export async function findAssetDetails(
  db: Pick<Database, 'read'>,
  assetId: AssetId,
): Promise<AssetDetails | null> {
  const row = await db.read
    .selectFrom('asset_details')
    .where('asset_id', '=', assetId)
    .select(['about', 'about_id', 'website', 'whitepaper', 'explorer', 'since'])
    .executeTakeFirst()
  if (row === undefined) return null
  const { about: en, about_id: id, ...links } = row
  return { about: { en, id }, ...links }
}
