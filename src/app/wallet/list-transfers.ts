import { z } from 'zod'
import type { AssetId } from '../../base/values/ids.ts'
import { formatMoney, money } from '../../base/values/money.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { momentSpanOf } from '../../core/histories/moment-span.rules.ts'
import type { Stretch } from '../../core/histories/place.rules.ts'
import { readPage } from '../../core/histories/read-page.ts'
import { type ListedAsset, listAssets, namedAsset } from '../../core/reference/assets.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { decimal, moment, oneOf, optional, text } from '../../platform/http/contracts/contracts.ts'
import { calendarDay } from '../../platform/http/contracts/list-filters.ts'
import { pageFields, sortFields } from '../../platform/http/contracts/lists.ts'
import { noteDepositLook } from '../transfers/deposit-looks.ts'
import { reviewReasons, shownReasons } from '../transfers/review-reason.rules.ts'
import { spanOf } from './history.rules.ts'
import {
  countTransfers,
  listTransferRows,
  type Transfer,
  transferDirections,
} from './transfers.sql.ts'

export const ShownTransfer = z
  .object({
    id: z.string(),
    type: z.enum(['CASH_DEPOSIT', 'COIN_DEPOSIT', 'COIN_WITHDRAWAL', 'CASH_WITHDRAWAL']),
    symbol: z.string(),
    amount: decimal,
    fee: decimal,
    status: z.string(),
    network: z.string().nullable(),
    address: z.string().nullable(),
    txHash: z.string().nullable(),
    reviewReasons: z
      .array(z.enum(reviewReasons))
      .readonly()
      .meta({ description: 'Why an operator reviews a withdrawal now; else empty.' }),
    reversedAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the bank returned a paid withdrawal; else null.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Transfer' })

export const ListTransfers = z.object({
  currencyType: optional(oneOf(['FIAT', 'COIN'])),
  direction: optional(oneOf(transferDirections)),
  symbol: optional(text({ max: 12 })),
  startDate: optional(calendarDay),
  endDate: optional(calendarDay),
  startTime: optional(moment),
  endTime: optional(moment),
  ...pageFields,
  ...sortFields(['createdAt']),
})

/**
 * Lists the caller's deposits and withdrawals of coins and cash, newest first by default. Meanwhile
 * payd is polled about the caller's open orders.
 */
export async function listTransfers(
  ctx: Pick<Context, 'clock' | 'db' | 'log'>,
  input: z.output<typeof ListTransfers>,
  caller: Caller,
) {
  await noteDepositLook(ctx, caller.id)
  const { currencyType = null, direction = null, symbol, sort } = input
  const { startDate, endDate, startTime, endTime } = input
  const spans = [spanOf(startDate, endDate), momentSpanOf(startTime, endTime)]
  const assets = await listAssets(ctx.db)
  const assetId = symbol === undefined ? null : namedAsset(assets, symbol).id
  const filter = { user: caller.id, currencyType, direction, assetId, spans }
  const asked = [currencyType, direction, symbol, startDate, endDate, startTime, endTime, sort]
  const order = sort === 'asc' ? 'oldestFirst' : 'newestFirst'
  const reading = {
    list: ['transfers', ...asked].join('|'),
    read: (tx: Tx, stretch: Stretch) => listTransferRows(tx, filter, stretch, order),
    count: (tx: Tx) => countTransfers(tx, filter),
  }
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return readPage(ctx, caller.id, input, reading, (transfer) => itemOf(transfer, byId))
}

export function itemOf(transfer: Transfer, assets: ReadonlyMap<AssetId, ListedAsset>) {
  const { type, assetId, amount, fee, status, network, address, txHash, requestId, reviewed } =
    transfer
  const asset = assets.get(assetId)
  if (asset === undefined) throw new Error(`a transfer has the unknown asset ${assetId}`)
  return {
    id: requestId ?? `${type}-${transfer.place.id}`,
    type,
    symbol: asset.symbol,
    amount: formatMoney(money(asset, amount)),
    fee: formatMoney(money(asset, fee)),
    status,
    network,
    address,
    txHash,
    reviewReasons: shownReasons(reviewed),
    reversedAt: transfer.reversedAt?.toISOString() ?? null,
    createdAt: transfer.createdAt.toISOString(),
    updatedAt: transfer.updatedAt.toISOString(),
  }
}
