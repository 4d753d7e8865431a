import { formatMoney } from '../../../base/values/money.ts'
import { percentOf } from '../../../base/values/ratio.ts'
import type { Context } from '../../../context.ts'
import { intervals, orderTypes, sides } from '../trading-contracts.ts'
import { activePairs } from './market.ts'

/** Shows the bounds of orders and their fees, in percent of the asset received. */
export async function showConfig(ctx: Pick<Context, 'db'>) {
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
  }))
  return { sides, orderTypes, intervals, pairs }
}
