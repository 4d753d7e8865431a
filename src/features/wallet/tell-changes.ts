import { formatMoney, money } from '../../base/money.ts'
import type { ChangeSource } from '../../changes/change-source.ts'
import { type ListedAsset, listAssets } from '../../reference/assets.sql.ts'
import { readChangedBalances } from './changed-balances.sql.ts'
import { readChangedTransfers } from './changed-transfers.sql.ts'
import { itemOf } from './list-transfers.ts'
import { kinds } from './transfers.sql.ts'

/** Reports changed balances. */
export const tellBalances: ChangeSource = async (ctx, tx, followers) => {
  const changed = await readChangedBalances(tx, followers)
  if (changed.length === 0) return []
  const assets = await assetsById(ctx)
  return changed.map(({ user, assetId, version, available, locked }) => {
    const asset = assets.get(assetId)
    if (asset === undefined) throw new Error(`a balance is of asset ${assetId}, which is none`)
    const inWords = (units: bigint) => formatMoney(money(asset, units))
    const data = {
      symbol: asset.symbol,
      available: inWords(available),
      locked: inWords(locked),
      balance: inWords(available + locked),
    }
    return { user, event: 'balance', key: asset.symbol, version, data }
  })
}

/** Reports changed deposits and withdrawals, in the form of the transfer history. */
export const tellTransfers: ChangeSource = async (ctx, tx, followers) => {
  const changed = await readChangedTransfers(tx, followers)
  if (changed.length === 0) return []
  const assets = await assetsById(ctx)
  return changed.map(({ user, version, transfer }) => {
    const event = transfer.place.kind === kinds.withdrawal ? 'withdrawal' : 'deposit'
    const data = itemOf(transfer, assets)
    return { user, event, key: data.id, version, data }
  })
}

async function assetsById(
  ctx: Parameters<ChangeSource>[0],
): Promise<ReadonlyMap<number, ListedAsset>> {
  return new Map((await listAssets(ctx.db)).map((asset) => [asset.id, asset]))
}
