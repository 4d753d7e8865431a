import type { UserId } from '../../base/ids.ts'
import type { Database } from '../../database/database.ts'

type Place = Readonly<{ address: string; tag: string | null }>

/** Where a user receives coins, by asset id and network. */
export async function readCoinAddresses(
  db: Pick<Database, 'read'>,
  user: UserId,
): Promise<ReadonlyMap<string, Place>> {
  const rows = await db.read
    .selectFrom('coin_addresses')
    .where('user_id', '=', user)
    .select(['asset_id as asset', 'network', 'address', 'tag'])
    .execute()
  return new Map(
    rows.map(({ asset, network, address, tag }) => [`${asset} ${network}`, { address, tag }]),
  )
}
