import { atoms } from '../decimals.ts'
import { inStillMarket, worthOf } from '../market.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senOf } from '../rupiah.ts'
import { mustBe, mustOwn, orderBecomes, placeOrder } from '../trading.ts'
import { coinsOf } from '../wallet.ts'

const volume = '0.0005'
const price = '1640000000'
const cost = '820000'
const fee = '0.0000005'

/** Rupiah become bitcoin at the market price; the fee is taken from the received coins. */
export const buyAtMarket: Chapter = {
  title: 'Bought at the market',
  run: (play) => inStillMarket(play, () => run(play)),
}

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  await stage.step(
    'Show the total worth',
    () => worthOf(play),
    ({ total }) => `All of it is worth ${rupiah(senOf(total))}`,
  )
  await stage.step(
    'Show the price of a bitcoin',
    () => until(`a bitcoin to cost ${price}`, () => marketAtPrice(play)),
    () => `A bitcoin costs ${rupiah(senOf(price))}`,
  )
  const [rupiahs, coins] = [await coinsOf(trader, 'IDR'), await coinsOf(trader, 'BTC')]
  const orderNo = await stage.step(
    `Buy ${volume} BTC at the market`,
    () => placeOrder(trader, { side: 'BUY', txPair: 'BTC_IDR', volume }),
    (number) => `Buy ${volume} BTC at the market: order ${number.slice(0, 15)}…`,
  )
  await stage.step(
    'The venue fills it',
    async () => {
      const order = await orderBecomes(trader, orderNo, 'DONE')
      mustBe('volume', order.executedVolume, volume)
      mustBe('cost', order.executedAmount, cost)
      mustBe('fee', order.fee, fee)
      return order
    },
    (order) => `The venue fills it for ${rupiah(senOf(cost))}, the fee is ${order.fee} BTC`,
  )
  await stage.step(
    'Cost and fee are gone, and nothing else',
    async () => {
      const got = atoms(volume) - atoms(fee)
      await mustOwn(trader, 'BTC', { available: coins + got })
      await mustOwn(trader, 'IDR', { available: rupiahs - atoms(cost) })
      return (await worthOf(play)).total
    },
    (total) => `Cost and fee are gone, and nothing else: worth ${rupiah(senOf(total))}`,
  )
}

async function marketAtPrice({ cast }: Play): Promise<true | null> {
  const pairs = await cast.trader.get().client.get('/api/exchange/venue/symbols')
  return pairs.find(({ txPair }) => txPair === 'BTC_IDR')?.price === price ? true : null
}
