import { Broken } from '../broken.ts'
import { atoms } from '../decimals.ts'
import { inStillMarket } from '../market.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah, senOf } from '../rupiah.ts'
import { mustBe, mustOwn, orderBecomes, placeOrder } from '../trading.ts'
import { coinsOf } from '../wallet.ts'

const volume = '0.0005'
const value = '820000'
const fee = '820'
const tax = '1722'
const credited = '817458'

/** Sellers are taxed, and can read the tax rule. */
export const soldAndTaxed: Chapter = {
  title: 'Sold, and taxed',
  run: (play) => inStillMarket(play, () => run(play)),
}

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const [rupiahs, coins] = [await coinsOf(trader, 'IDR'), await coinsOf(trader, 'BTC')]
  const sold = await stage.step(
    `Sell ${volume} BTC at the market`,
    async () => {
      const orderNo = await placeOrder(trader, { side: 'SELL', txPair: 'BTC_IDR', volume })
      const order = await orderBecomes(trader, orderNo, 'DONE')
      mustBe('value', order.executedAmount, value)
      mustBe('fee', order.fee, fee)
      mustBe('tax', order.tax, tax)
      return order
    },
    () => `Sell ${volume} BTC at the market: they bring ${rupiah(senOf(value))}`,
  )
  await stage.step(
    'Less fee and tax, that is in the balance',
    async () => {
      await mustOwn(trader, 'BTC', { available: coins - atoms(volume) })
      await mustOwn(trader, 'IDR', { available: rupiahs + atoms(credited) })
    },
    () => `Less fee and tax, that is in the balance: ${rupiah(senOf(credited))} more`,
  )
  stage.note(`fee ${rupiah(senOf(fee))}, tax ${rupiah(senOf(tax))}`)
  await stage.step(
    'The tax history says why',
    () => taxOf(play, sold.order_no),
    ({ taxType, ratePercent, rule }) =>
      `The tax history says why: ${taxType} ${ratePercent} %, ${rule}`,
  )
}

async function taxOf({ cast }: Play, orderNo: string) {
  const { data } = await cast.trader.get().client.get('/api/users/history/tax')
  const [found, ...more] = data.filter((one) => one.orderNo === orderNo)
  if (found === undefined || more.length > 0) throw new Broken('One tax must be listed for it.')
  mustBe('value', found.value, value)
  mustBe('tax', found.tax, tax)
  return found
}
