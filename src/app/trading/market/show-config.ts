import { type Asset, formatMoney } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { listAssets } from '../../../core/reference/assets.sql.ts'
import { shownListing } from '../../../core/reference/listing-contract.ts'
import { plannedChanges } from '../../../core/reference/listings.sql.ts'
import { intervals, orderSides, orderTypes } from '../trading-contracts.ts'
import { activePairs } from './market.ts'

/** Shows the bounds of orders and their fees, in percent of the asset received. */
export async function showConfig(ctx: Pick<Context, 'db'>) {
  const [planned, assets] = await Promise.all([plannedChanges(ctx.db.read), listAssets(ctx.db)])
  const ofAsset = ({ id }: Asset) => {
    const found = assets.find((one) => one.id === id)
    return found && shownListing(found, { kind: 'asset', name: found.symbol }, planned)
  }
  const pairs = (await activePairs(ctx)).map((pair) => ({
    txPair: pair.txPair,
    symbol: pair.venueSymbol,
    baseAsset: pair.base.symbol,
    quoteAsset: pair.quote.symbol,
    category: pair.category.code,
    priceTick: formatMoney(pair.priceTick),
    volumeStep: formatMoney(pair.lotStep),
    minVolume: formatMoney(pair.minQuantity),
    maxVolume: formatMoney(pair.maxQuantity),
    maxMarketVolume: formatMoney(pair.maxMarketQuantity),
    minAmount: formatMoney(pair.minNotional),
    maxAmount: formatMoney(pair.maxNotional),
    buyFee: percentOf(pair.category.buyFee),
    sellFee: percentOf(pair.category.sellFee),
    openSides: orderSides.filter((side) => pair.open[side]),
    listing: limiting(
      shownListing(pair, { kind: 'pair', name: pair.txPair }, planned),
      ofAsset(pair.base),
      ofAsset(pair.quote),
    ),
  }))
  return { sides: orderSides, orderTypes, intervals, pairs }
}

type Listing = ReturnType<typeof shownListing>

/** Returns the first listing that limits a pair or soon will: its own, or that of an asset. */
const limiting = (own: Listing, ...others: readonly (Listing | undefined)[]): Listing =>
  [own, ...others].find((one) => one && (one.state !== 'trading' || one.next !== null)) ?? own
