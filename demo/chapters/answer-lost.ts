import { Broken } from '../broken.ts'
import { atoms } from '../decimals.ts'
import { inStillMarket, loseAnswers, spoilEvents, venueBooks } from '../market.ts'
import type { Chapter, Play } from '../play.ts'
import { rupiah, senOf } from '../rupiah.ts'
import { mustOwn, orderBecomes, ordersOf, placeOrder } from '../trading.ts'
import { coinsOf, holdingsOf } from '../wallet.ts'

const volume = '0.0001'
const cost = '164000'
const fee = '0.0000001'
/** Taken, and filled: each is called back, and streamed. */
const events = 4

/** The venue executes an order and its response is lost: the order is found by a query. */
export const answerLost: Chapter = {
  title: 'An answer is lost',
  run: (play) => inStillMarket(play, () => run(play)),
}

async function run(play: Play): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const [rupiahs, coins] = [await coinsOf(trader, 'IDR'), await coinsOf(trader, 'BTC')]
  const orderNo = await stage.step(
    `Buy ${volume} BTC; the venue’s answer and its events are lost`,
    async () => {
      await loseAnswers(play, 1)
      await spoilEvents(play, 'lose', events)
      return placeOrder(trader, { side: 'BUY', txPair: 'BTC_IDR', volume })
    },
  )
  await stage.step('Its state is unknown, and its money stays frozen', () => unknown(play, orderNo))
  await stage.step(
    'The venue is asked by our number',
    () => orderBecomes(trader, orderNo, 'DONE'),
    ({ executedVolume }) => `The venue is asked by our number: ${executedVolume} BTC were bought`,
  )
  await stage.step(
    'It was placed once, and is paid once',
    async () => {
      const { orders } = await venueBooks(play)
      const times = orders.get(orderNo)?.length ?? 0
      if (times !== 1) throw new Broken(`The venue has the order ${times} times.`)
      await mustOwn(trader, 'BTC', { available: coins + atoms(volume) - atoms(fee) })
      return mustOwn(trader, 'IDR', { available: rupiahs - atoms(cost) })
    },
    () => `It was placed once, and is paid once: ${rupiah(senOf(cost))}`,
  )
}

async function unknown(play: Play, orderNo: string): Promise<void> {
  const trader = play.cast.trader.get()
  const order = (await ordersOf(trader)).find((one) => one.order_no === orderNo)
  if (order?.status !== 'CREATE') throw new Broken(`The order is ${order?.status} too early.`)
  const { locked } = (await holdingsOf(trader)).get('IDR') ?? { locked: '0' }
  if (atoms(locked) < atoms(cost)) throw new Broken(`Only ${locked} IDR are frozen for it.`)
}
