import type { AssetId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { ChangeSource } from '../../core/changes/change-source.ts'
import type { EventSource } from '../../core/facts/event-source.ts'
import { type ListedAsset, listAssets } from '../../core/reference/assets.sql.ts'
import { CoinBalance } from './coin-item.ts'
import { itemOf, ShownTransfer } from './list-transfers.ts'
import { kinds } from './transfers.sql.ts'
import {
  findTransfersByKey,
  readChangedBalances,
  readChangedTransfers,
} from './wallet-changes.sql.ts'

const readBalances: ChangeSource['read'] = async (ctx, tx, followers) => {
  const changed = await readChangedBalances(tx, followers)
  if (changed.length === 0) return []
  const assets = await assetsById(ctx)
  return changed.map(({ user, assetId, version, available, locked }) => {
    const asset = assets.get(assetId)
    if (asset === undefined) throw new Error(`a balance has the unknown asset ${assetId}`)
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

const readTransfers: ChangeSource['read'] = async (ctx, tx, followers) => {
  const changed = await readChangedTransfers(tx, followers)
  if (changed.length === 0) return []
  const assets = await assetsById(ctx)
  return changed.map(({ user, version, transfer }) => {
    const event = transfer.place.kind === kinds.withdrawal ? 'withdrawal' : 'deposit'
    const data = itemOf(transfer, assets)
    return { user, event, key: data.id, version, data }
  })
}

export const balanceChanges: ChangeSource = { events: { balance: CoinBalance }, read: readBalances }

/** Reports changed deposits and withdrawals, in the form of the transfer history. */
export const transferChanges: ChangeSource = {
  events: { deposit: ShownTransfer, withdrawal: ShownTransfer },
  read: readTransfers,
}

async function assetsById(
  ctx: Parameters<ChangeSource['read']>[0],
): Promise<ReadonlyMap<AssetId, ListedAsset>> {
  return new Map((await listAssets(ctx.db)).map((asset) => [asset.id, asset]))
}

/**
 * Shows deposits and withdrawals in events, in the form of the transfer history. A bank account or
 * an address is personal data, so most subscribers get none.
 */
export const transferItems: EventSource = {
  kind: 'transfer',
  contract: ShownTransfer,
  read: async (ctx, tx, subjects) => {
    const found = await findTransfersByKey(tx, subjects)
    const assets = await assetsById(ctx)
    return new Map(
      found.map(({ key, transfer }) => {
        const whole = itemOf(transfer, assets)
        return [key, { item: { ...whole, address: null }, whole }]
      }),
    )
  },
}
