import { Broken } from '../broken.ts'
import { atoms } from '../decimals.ts'
import { whileListening } from '../listening.ts'
import { fillOrder, inStillMarket } from '../market.ts'
import { type Chapter, type Play, until } from '../play.ts'
import { rupiah, senOf } from '../rupiah.ts'
import {
  cancelOrder,
  mustOwn,
  type Order,
  orderBecomes,
  ordersOf,
  placeOrder,
  tradesOf,
} from '../trading.ts'
import { coinsOf } from '../wallet.ts'

const wanted = { side: 'BUY', txPair: 'BTC_IDR', volume: '0.0002', price: '1600000000' } as const
const frozen = '320000'
const parts = ['0.00005', '0.00003'] as const
const bought = '0.00008'
const paid = '128000'
const fee = '0.00000008'

/** An order below the market waits, is filled in parts, and may be ended at any time. */
export const orderInParts: Chapter = {
  title: 'An order in parts',
  run: (play) =>
    inStillMarket(play, () => whileListening(play.cast.trader.get(), (heard) => run(play, heard))),
}

async function run(play: Play, heard: readonly Order[]): Promise<void> {
  const { stage, cast } = play
  const trader = cast.trader.get()
  const [rupiahs, coins] = [await coinsOf(trader, 'IDR'), await coinsOf(trader, 'BTC')]
  const limit = `Buy ${wanted.volume} BTC at ${rupiah(senOf(wanted.price))}, below the market`
  const orderNo = await stage.step(limit, () => placeOrder(trader, wanted))
  await stage.step(`It waits, and ${rupiah(senOf(frozen))} are frozen for it`, () =>
    mustOwn(trader, 'IDR', {
      available: rupiahs - atoms(frozen),
      locked: atoms(frozen),
    }),
  )
  for (const [at, part] of parts.entries()) {
    const whole = atoms(part) + (at === 0 ? 0n : atoms(parts[0]))
    await stage.step(
      `The venue fills ${part} BTC`,
      async () => {
        await fillOrder(play, orderNo, part)
        return until('the part to be heard of', () => openWith(play, orderNo, whole))
      },
      (done) => `The venue fills ${part} BTC: ${done} of ${wanted.volume}, the rest is open`,
    )
  }
  await stage.step('Its history has both parts', async () => {
    const found = (await tradesOf(trader, orderNo)).map(({ volume }) => volume)
    if (found.toSorted().join() === parts.toSorted().join()) return
    throw new Broken(`The history has parts of ${found.join(', ')}.`)
  })
  await stage.step(
    'Cancel the rest',
    async () => {
      await cancelOrder(trader, orderNo)
      return orderBecomes(trader, orderNo, 'CANCEL')
    },
    ({ executedVolume }) => `Cancel the rest: the bought part stays, ${executedVolume} BTC`,
  )
  await stage.step(
    'The money frozen for the rest is free',
    async () => {
      await mustOwn(trader, 'BTC', { available: coins + atoms(bought) - atoms(fee) })
      await mustOwn(trader, 'IDR', { available: rupiahs - atoms(paid) })
    },
    () => `The money frozen for the rest is free: ${rupiah(senOf(paid))} were paid`,
  )
  await stage.step(
    'A listening app gets its states without a query',
    () => until('its end in the stream', async () => statesOf(heard, orderNo)),
    (states) => `A listening app gets its states without a query: ${states}`,
  )
}

/** The states of an order in the stream; null before its end. */
function statesOf(heard: readonly Order[], orderNo: string): string | null {
  const states = heard.filter((order) => order.order_no === orderNo)
  if (states.at(-1)?.status !== 'CANCEL') return null
  return states.map(({ status, executedVolume }) => `${status} ${executedVolume}`).join(', ')
}

/** How much is bought of an order that is still open; null before it is so much. */
async function openWith(play: Play, orderNo: string, volume: bigint): Promise<string | null> {
  const open = await ordersOf(play.cast.trader.get(), 'currentOrder')
  const order = open.find((one) => one.order_no === orderNo)
  if (order === undefined) throw new Broken('The order is not among the open ones.')
  return atoms(order.executedVolume) === volume ? order.executedVolume : null
}
