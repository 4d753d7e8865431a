import type { Caller } from '../../access/signed-in.ts'
import { formatMoney, money } from '../../base/money.ts'
import type { Context } from '../../context.ts'
import { readBalances } from '../../ledger/balances.sql.ts'
import { type ListedAsset, listAssets } from '../../reference/assets.sql.ts'
import { readCoinAddresses } from './coin-addresses.sql.ts'

/** Every asset with what the caller owns of it. A price nobody has told us is null, never zero. */
export async function listCoins(ctx: Pick<Context, 'db'>, _input: object, caller: Caller) {
  const assets = await listAssets(ctx.db)
  const balances = await readBalances(ctx.db, caller.id)
  const places = await readCoinAddresses(ctx.db, caller.id)
  return assets.map((asset) => {
    const { available, locked } = balances.get(asset.id) ?? { available: 0n, locked: 0n }
    return {
      symbol: asset.symbol,
      name: asset.name,
      kind: asset.kind,
      scale: asset.scale,
      available: formatMoney(money(asset, available)),
      locked: formatMoney(money(asset, locked)),
      balance: formatMoney(money(asset, available + locked)),
      price: asset.symbol === 'IDR' ? '1' : null,
      active: asset.active,
      withdrawalFee: formatMoney(money(asset, asset.withdrawalFee)),
      networks: asset.networks.map((network) => ({
        ...networkOf(asset, network),
        ...(places.get(`${asset.id} ${network.network}`) ?? nowhere),
      })),
    }
  })
}

/** Until the caller asks for an address there is none. */
const nowhere = { address: null, tag: null }

function networkOf(asset: ListedAsset, network: ListedAsset['networks'][number]) {
  const inWords = (units: bigint) => formatMoney(money(asset, units))
  return {
    network: network.network,
    chainId: network.chainId,
    depositActive: network.depositActive,
    withdrawActive: network.withdrawActive,
    withdrawalFee: inWords(network.withdrawalFee),
    minWithdrawal: inWords(network.minWithdrawal),
    maxWithdrawal: inWords(network.maxWithdrawal),
  }
}
