import type { Database } from '../../core/database/database.ts'
import { oneOfTexts, readRows } from '../../core/database/driver/read-rows.ts'

/** Returns the balance of each asset that each provider reported last, in decimal digits. */
export const listReported = (db: Pick<Database, 'read'>) =>
  readRows(db.read, {
    place: oneOfTexts('custody', 'payx', 'venue'),
    assetId: 'assetId',
    theirs: 'text',
    comparedAt: 'timestamptz',
  })`
    select distinct on (provider, asset_id) provider as place, asset_id as "assetId",
      trim_scale(theirs)::text as theirs, compared_at as "comparedAt"
    from comparisons order by provider, asset_id, slot desc`
