import { times } from './amounts.ts'
import type { Market } from './markets.ts'
import type { Asked } from './orders.ts'
import { no } from './requests/refusal.ts'

const failed = (filter: string) => no(-1013, `Filter failure: ${filter}`)

/** Refuses orders that the symbol's filters refuse; never rounds for the caller. */
export function checkFilters(market: Market, asked: Asked, lastPrice: bigint): void {
  const { type, side, price, quantity, quoteQuantity } = asked
  if (type !== 'MARKET') {
    if (price < market.tick || price % market.tick !== 0n) throw failed('PRICE_FILTER')
    const [down, up] = side === 'BUY' ? [50n, 115n] : [85n, 200n]
    if (price * 100n < lastPrice * down || price * 100n > lastPrice * up) {
      throw failed('PERCENT_PRICE_BY_SIDE')
    }
  }
  if (quoteQuantity === 0n) checkLot(market, asked)
  const notional = quoteQuantity > 0n ? quoteQuantity : times(price || lastPrice, quantity)
  if (notional < market.minNotional) throw failed('NOTIONAL')
  if (type !== 'MARKET' && notional > market.maxNotional) throw failed('NOTIONAL')
}

function checkLot(market: Market, { type, quantity }: Asked): void {
  const { step, maxQuantity, maxMarketQuantity } = market
  if (quantity < step || quantity > maxQuantity || quantity % step !== 0n) throw failed('LOT_SIZE')
  if (type === 'MARKET' && quantity > maxMarketQuantity) throw failed('MARKET_LOT_SIZE')
}
