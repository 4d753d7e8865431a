import { z } from 'zod'
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

const Symbols = z.object({ data: z.array(z.object({ txPair: z.string(), price: z.string() })) })

/** Rupiah become bitcoin at whatever it costs now; the fee is taken from what is received. */
export const buyAtMarket: Chapter = {
  title: 'Bought at the market',
  run: (play) => inStillMarket(play, () => run(play)),
}

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  await stage.step(
    'What is all of it worth?',
    () => worthOf(play),
    ({ total }) => `All of it is worth ${rupiah(senOf(total))}`,
  )
  await stage.step(
    'What does a bitcoin cost?',
    () => until(`a bitcoin to cost ${price}`, () => marketAtPrice(play)),
    () => `A bitcoin costs ${rupiah(senOf(price))}`,
  )
  const [rupiahs, coins] = [await coinsOf(play, trader, 'IDR'), await coinsOf(play, trader, 'BTC')]
  const orderNo = await stage.step(
    `Buy ${volume} BTC at the market`,
    () => placeOrder(play, trader, { side: 'BUY', txPair: 'BTC_IDR', volume }),
    (number) => `Buy ${volume} BTC at the market: order ${number.slice(0, 15)}…`,
  )
  await stage.step(
    'The venue fills it',
    async () => {
      const order = await orderBecomes(play, trader, orderNo, 'DONE')
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
      await mustOwn(play, trader, 'BTC', { available: coins + got })
      await mustOwn(play, trader, 'IDR', { available: rupiahs - atoms(cost) })
      return (await worthOf(play)).total
    },
    (total) => `Cost and fee are gone, and nothing else: worth ${rupiah(senOf(total))}`,
  )
}

async function marketAtPrice({ tukar }: Play): Promise<true | null> {
  const { data } = await tukar.call('GET', '/api/exchange/venue/symbols', Symbols)
  return data.find(({ txPair }) => txPair === 'BTC_IDR')?.price === price ? true : null
}
