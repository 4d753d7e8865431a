import { isNetwork, type Network } from '../../base/values/coin-address.ts'
import type { Reader } from '../database/database.ts'
import { allowedIn } from './listing.rules.ts'
import { listingState } from './listings.sql.ts'

/** The asset and network that an asset id of custody's stands for. */
export type CustodyAsset = Readonly<Awaited<ReturnType<typeof listCustodyAssets>>[number]>

export async function listCustodyAssets(db: Reader) {
  const rows = await db
    .selectFrom('custody_assets as c')
    .innerJoin('assets as a', 'a.id', 'c.asset_id')
    .innerJoin('networks as n', (join) =>
      join.onRef('n.asset_id', '=', 'c.asset_id').onRef('n.network', '=', 'c.network'),
    )
    .select([
      'c.custody_id as custodyId',
      'c.network',
      'c.tagged',
      /** Whether we use this id in our own requests. */
      'c.main',
      'a.id',
      'a.symbol',
      'a.scale',
      'a.state',
      'n.deposit_active as depositActive',
      'n.withdraw_active as withdrawActive',
    ])
    .orderBy('c.custody_id')
    .execute()
  return rows.map(({ id, symbol, scale, network, state, ...rest }) => ({
    ...rest,
    depositActive: rest.depositActive && allowedIn(listingState.parse(state)).deposit,
    asset: { id, symbol, scale },
    network: knownNetwork(network),
  }))
}

/** Custody's main id of a coin on a network, the one of our own requests; null if it has none. */
export const mainCustodyAsset = (
  all: readonly CustodyAsset[],
  { symbol, network }: Readonly<{ symbol: string; network: string }>,
): CustodyAsset | null =>
  all.find((one) => one.main && one.asset.symbol === symbol && one.network === network) ?? null

function knownNetwork(network: string): Network {
  if (isNetwork(network)) return network
  throw new Error(`custody has an asset on an unknown network: ${network}`)
}
