import { sql } from 'kysely'
import type { Asset } from '../base/money.ts'
import type { Database, Tx } from '../database/database.ts'

export type ListedAsset = Asset &
  Readonly<{
    name: string
    kind: 'FIAT' | 'COIN'
    active: boolean
    withdrawalFee: bigint
    networks: readonly Network[]
  }>

export type Network = Readonly<{
  network: string
  chainId: number
  depositActive: boolean
  withdrawActive: boolean
  withdrawalFee: bigint
  minWithdrawal: bigint
  maxWithdrawal: bigint
}>

/** Every asset with its networks, in the order apps show them. */
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
    withdrawalFee: BigInt(asset.withdrawal_fee),
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

/** Those of these symbols that are assets of ours. */
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

/** The most we may owe all users together in an asset. */
export async function readSupplyCap(tx: Tx, asset: Asset): Promise<bigint> {
  const row = await supplyCapOf(tx, asset).executeTakeFirstOrThrow()
  return BigInt(row.supply_cap)
}

/** The same, once every other transaction that locked it has ended; and nobody changes it now. */
export async function lockSupplyCap(tx: Tx, asset: Asset): Promise<bigint> {
  const row = await supplyCapOf(tx, asset).forNoKeyUpdate().executeTakeFirstOrThrow()
  return BigInt(row.supply_cap)
}

const supplyCapOf = (tx: Tx, { id }: Asset) =>
  tx.selectFrom('assets').where('id', '=', id).select('supply_cap')

type Named = Pick<Asset, 'symbol'>

/** Opens or closes an asset for everything; answers how it was, or null for no such asset. */
export async function writeAssetActive(
  tx: Tx,
  { symbol }: Named,
  active: boolean,
): Promise<boolean | null> {
  const before = await tx
    .selectFrom('assets')
    .where('symbol', '=', symbol)
    .select('active')
    .forUpdate()
    .executeTakeFirst()
  if (before === undefined) return null
  await tx.updateTable('assets').set({ active }).where('symbol', '=', symbol).execute()
  return before.active
}

export type NetworkTerms = Omit<Network, 'network' | 'chainId'>

/** An asset's way over a network, which nobody else changes before this transaction ends. */
export async function lockNetwork(
  tx: Tx,
  { symbol }: Named,
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
