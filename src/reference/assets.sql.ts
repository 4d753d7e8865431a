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
