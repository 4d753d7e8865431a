import { sql } from 'kysely'
import { refuse } from '../../base/refusal.ts'
import type { AssetId } from '../../base/values/ids.ts'
import { type Asset, type Money, money } from '../../base/values/money.ts'
import type { Database, Reader, Tx } from '../database/database.ts'
import { allowedIn, type ListingState } from './listing.rules.ts'
import { listingState } from './listings.sql.ts'

export type ListedAsset = Asset &
  Readonly<{
    name: string
    kind: 'FIAT' | 'COIN'
    active: boolean
    state: ListingState
    stateSince: Date
    withdrawalFee: bigint
    /** The most units that one user may withdraw per day in Jakarta; null for rupiah. */
    dailyWithdrawalLimit: bigint | null
    /** The most units that all users together may own. */
    supplyCap: bigint
    networks: readonly AssetNetwork[]
  }>

export type AssetNetwork = Readonly<{
  network: string
  chainId: number
  depositActive: boolean
  withdrawActive: boolean
  withdrawalFee: bigint
  minWithdrawal: bigint
  maxWithdrawal: bigint
}>

/** Lists every asset with its networks, in display order. */
export async function listAssets(db: Pick<Database, 'read'>): Promise<readonly ListedAsset[]> {
  const assets = await db.read.selectFrom('assets').selectAll().orderBy('sort').execute()
  const networks = await db.read.selectFrom('networks').selectAll().orderBy('network').execute()
  return assets.map((asset) => ({
    id: asset.id,
    symbol: asset.symbol,
    scale: asset.scale,
    name: asset.name,
    kind: asset.kind === 'FIAT' ? 'FIAT' : 'COIN',
    active: asset.active,
    state: listingState.parse(asset.state),
    stateSince: asset.state_since,
    withdrawalFee: BigInt(asset.withdrawal_fee),
    dailyWithdrawalLimit:
      asset.daily_withdrawal_limit === null ? null : BigInt(asset.daily_withdrawal_limit),
    supplyCap: BigInt(asset.supply_cap),
    networks: networks
      .filter(({ asset_id }) => asset_id === asset.id)
      .map((network) => ({
        network: network.network,
        chainId: network.chain_id,
        depositActive: network.deposit_active,
        withdrawActive: network.withdraw_active,
        withdrawalFee: BigInt(network.withdrawal_fee),
        minWithdrawal: BigInt(network.min_withdrawal),
        maxWithdrawal: BigInt(network.max_withdrawal),
      })),
  }))
}

/** Returns the asset that a field of a request names; refuses a symbol that no asset has. */
export const namedAsset = <One extends Asset>(
  assets: readonly One[],
  symbol: string,
  field = 'symbol',
): One =>
  assets.find((one) => one.symbol === symbol) ??
  refuse('api.validation_failed', { text: `The selected ${field} is invalid.` })

/** The terms of a network as they hold in the state of its asset. */
export const termsInState = (
  { state }: Pick<ListedAsset, 'state'>,
  network: AssetNetwork,
): AssetNetwork => ({
  ...network,
  depositActive: network.depositActive && allowedIn(state).deposit,
})

/** Returns those of these symbols that are assets of ours. */
export async function findAssets(
  tx: Tx,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Asset>> {
  const assets = await tx
    .selectFrom('assets')
    .select(['id', 'symbol', 'scale'])
    .where('symbol', '=', sql<string>`any(${symbols})`)
    .execute()
  return new Map(assets.map((asset) => [asset.symbol, asset]))
}

/** Returns the supply cap of an asset, and locks it until the transaction ends. */
export async function lockSupplyCap(tx: Tx, asset: Asset): Promise<bigint> {
  const row = await supplyCapOf(tx, asset).forNoKeyUpdate().executeTakeFirstOrThrow()
  return BigInt(row.supply_cap)
}

/** Lists the maximum that we may owe in each asset. */
export async function listSupplyCaps(db: Reader): Promise<readonly Money[]> {
  const rows = await db
    .selectFrom('assets')
    .select(['id', 'symbol', 'scale', 'supply_cap as cap'])
    .orderBy('sort')
    .execute()
  return rows.map(({ cap, ...asset }) => money(asset, BigInt(cap)))
}

const supplyCapOf = (tx: Tx, { id }: Asset) =>
  tx.selectFrom('assets').where('id', '=', id).select('supply_cap')

type NamedAsset = Pick<Asset, 'symbol'>

export async function writeAssetActive(
  tx: Tx,
  { symbol }: NamedAsset,
  active: boolean,
): Promise<void> {
  await tx.updateTable('assets').set({ active }).where('symbol', '=', symbol).execute()
}

export type NetworkTerms = Omit<AssetNetwork, 'network' | 'chainId'>

export async function lockNetwork(
  tx: Tx,
  { symbol }: NamedAsset,
  network: string,
): Promise<(Readonly<{ asset: Asset }> & NetworkTerms) | null> {
  const row = await tx
    .selectFrom('networks')
    .innerJoin('assets', 'assets.id', 'networks.asset_id')
    .where('assets.symbol', '=', symbol)
    .where('networks.network', '=', network)
    .selectAll('networks')
    .select(['assets.symbol', 'assets.scale'])
    .forUpdate('networks')
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    asset: { id: row.asset_id, symbol: row.symbol, scale: row.scale },
    depositActive: row.deposit_active,
    withdrawActive: row.withdraw_active,
    withdrawalFee: BigInt(row.withdrawal_fee),
    minWithdrawal: BigInt(row.min_withdrawal),
    maxWithdrawal: BigInt(row.max_withdrawal),
  }
}

export async function writeNetwork(
  tx: Tx,
  { id }: Asset,
  network: string,
  terms: NetworkTerms,
): Promise<void> {
  await tx
    .updateTable('networks')
    .set({
      deposit_active: terms.depositActive,
      withdraw_active: terms.withdrawActive,
      withdrawal_fee: terms.withdrawalFee,
      min_withdrawal: terms.minWithdrawal,
      max_withdrawal: terms.maxWithdrawal,
    })
    .where('asset_id', '=', id)
    .where('network', '=', network)
    .execute()
}

export type AssetLimits = Readonly<{
  asset: Asset
  active: boolean
  /** The most units that one user may withdraw per day; null for rupiah, which a setting limits. */
  dailyWithdrawalLimit: bigint | null
  supplyCap: bigint
}>

/** Finds the limits of an asset and locks its row until the transaction ends. */
export async function lockAssetLimits(tx: Tx, { symbol }: NamedAsset): Promise<AssetLimits | null> {
  const row = await tx
    .selectFrom('assets')
    .where('symbol', '=', symbol)
    .select(['id', 'symbol', 'scale', 'active', 'daily_withdrawal_limit', 'supply_cap'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, scale, active, daily_withdrawal_limit: daily, supply_cap: cap } = row
  return {
    asset: { id, symbol, scale },
    active,
    dailyWithdrawalLimit: daily === null ? null : BigInt(daily),
    supplyCap: BigInt(cap),
  }
}

export async function writeDailyLimit(tx: Tx, { id }: Asset, units: bigint): Promise<void> {
  const daily_withdrawal_limit = units
  await tx.updateTable('assets').set({ daily_withdrawal_limit }).where('id', '=', id).execute()
}

export async function writeSupplyCap(tx: Tx, { id }: Asset, units: bigint): Promise<void> {
  await tx.updateTable('assets').set({ supply_cap: units }).where('id', '=', id).execute()
}

type AssetDetails = Readonly<{
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
