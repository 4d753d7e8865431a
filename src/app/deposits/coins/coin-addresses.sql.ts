import { isNetwork, sameAddressNetworks } from '../../../base/values/coin-address.ts'
import { type AssetId, type UserId, userId } from '../../../base/values/ids.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import { insertRows } from '../../../core/database/driver/insert.ts'
import { readRows } from '../../../core/database/driver/read-rows.ts'
import { rowsOf } from '../../../core/database/driver/rows.ts'

export type CoinAddress = Readonly<{
  address: string
  legacyAddress: string | null
  tag: string | null
}>

export type WantedAddress = Readonly<{ user: UserId; assetId: AssetId; network: string }>

export async function findCoinAddress(
  db: Reader,
  { user, assetId, network }: WantedAddress,
): Promise<CoinAddress | null> {
  const row = await db
    .selectFrom('coin_addresses')
    .where('user_id', '=', user)
    .where('asset_id', '=', assetId)
    .where('network', '=', network)
    .select(['address', 'legacy_address as legacyAddress', 'tag'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Stores the address unless the user already has one; returns the stored address. Throws if another
 * user has it.
 */
export async function keepCoinAddress(
  tx: Tx,
  wanted: WantedAddress,
  { address, legacyAddress, tag }: CoinAddress,
): Promise<CoinAddress> {
  const record = {
    user_id: wanted.user,
    asset_id: wanted.assetId,
    network: wanted.network,
    address,
    legacy_address: legacyAddress,
    tag,
  }
  await insertRows(tx, 'coin_addresses', [record], { unique: 'any' })
  const kept = await findCoinAddress(tx, wanted)
  if (kept === null) throw new Error('custody returned the address of another user')
  return kept
}

/** The user's account at custody, or null. */
export async function findVault(db: Reader, user: UserId): Promise<string | null> {
  const row = await db
    .selectFrom('custody_vaults')
    .where('user_id', '=', user)
    .select('vault_id')
    .executeTakeFirst()
  return row?.vault_id ?? null
}

/**
 * Stores the user's custody account unless there is one; returns the stored account. Throws if
 * another user has it.
 */
export async function keepVault(tx: Tx, user: UserId, vault: string): Promise<string> {
  const record = { user_id: user, vault_id: vault }
  await insertRows(tx, 'custody_vaults', [record], { unique: 'any' })
  const kept = await findVault(tx, user)
  if (kept === null) throw new Error('custody returned the account of another user')
  return kept
}

/** The address of an incoming transfer, as custody reports it. */
export type SentTo = Readonly<{
  assetId: AssetId
  network: string
  address: string
  tag: string | null
}>

export type AddressOwner = SentTo & Readonly<{ owner: UserId }>

/**
 * Finds the owners of addresses, by current or legacy spelling, within the asset and network. An
 * address with several owners is returned once for each.
 */
export async function findAddressOwners(
  tx: Tx,
  places: readonly SentTo[],
): Promise<readonly AddressOwner[]> {
  if (places.length === 0) return []
  const wanted = rowsOf(places, {
    assetId: 'assetId',
    network: 'text',
    address: 'text',
    tag: 'text',
  })
  const found = await readRows(tx, {
    assetId: 'assetId',
    network: 'text',
    address: 'text',
    tag: 'text?',
    owner: 'bigint',
  })`
    select t."assetId", t.network, t.address, t.tag, a.user_id as owner
    from ${wanted} join coin_addresses a
      on a.asset_id = t."assetId" and a.network = t.network
      and (a.address = t.address or a.legacy_address = t.address)
      and a.tag is not distinct from t.tag
    group by 1, 2, 3, 4, 5`
  return found.map(({ owner, ...place }) => ({ ...place, owner: userId(owner) }))
}

type ReceivingPlace = Pick<SentTo, 'network' | 'address' | 'tag'>

export const placeKey = ({ network, address, tag }: ReceivingPlace): string =>
  JSON.stringify([network, address, tag])

/**
 * Finds the user of each address on any network on which it is the same account, for any coin. An
 * address with several users is left out.
 */
export async function findAddressees(
  tx: Tx,
  places: readonly ReceivingPlace[],
): Promise<ReadonlyMap<string, UserId>> {
  const spread = places.flatMap(({ network, address, tag }) =>
    (isNetwork(network) ? sameAddressNetworks(network) : [network]).map((on) => ({
      network,
      on,
      address,
      tag,
    })),
  )
  const wanted = rowsOf(spread, { network: 'text', on: 'text', address: 'text', tag: 'text' })
  const found = await readRows(tx, {
    network: 'text',
    address: 'text',
    tag: 'text?',
    user: 'userId',
  })`
    select t.network, t.address, t.tag, min(a.user_id) as "user"
    from ${wanted} join coin_addresses a
      on a.network = t."on" and (a.address = t.address or a.legacy_address = t.address)
      and a.tag is not distinct from t.tag
    group by 1, 2, 3 having count(distinct a.user_id) = 1`
  return new Map(found.map(({ user, ...place }) => [placeKey(place), user]))
}
