import { z } from 'zod'
import { atoms } from './decimals.ts'
import { type Play, until } from './play.ts'

/** The venue's side of the story: where its market is, what it fills, and what of it is lost. */

const prices = { BTCIDR: '1640000000', ETHIDR: '58400000' } as const

const Anything = z.unknown()
const Worth = z.object({
  data: z.object({
    total: z.string(),
    assets: z.array(z.object({ symbol: z.string(), price: z.string().nullable() })),
  }),
})
const Books = z.object({
  venue: z.object({
    orders: z.array(
      z.object({ clientOrderId: z.string(), status: z.string(), executedQty: z.string() }),
    ),
    balances: z.array(z.object({ asset: z.string(), free: z.string(), locked: z.string() })),
  }),
})

const told = ({ sandbox }: Play, path: string, body: unknown) =>
  sandbox.call('POST', `/control/${path}`, Anything, { body })

/** Prices stand still meanwhile, where every figure can be told beforehand, and then go on. */
export async function inStillMarket<Result>(
  play: Play,
  work: () => Promise<Result>,
): Promise<Result> {
  await told(play, 'venue/pace', { walk: false })
  try {
    for (const [symbol, price] of Object.entries(prices)) {
      await told(play, 'venue/price', { symbol, price })
    }
    await until('the prices to be observed', async () => {
      const seen = (await worthOf(play)).assets.find(({ symbol }) => symbol === 'ETH')
      return seen?.price === prices.ETHIDR ? true : null
    })
    return await work()
  } finally {
    await told(play, 'venue/pace', { walk: true })
  }
}

/** What the trader's possessions are worth by the prices that were observed. */
export const worthOf = async ({ tukar, cast }: Play) =>
  (await tukar.call('GET', '/api/users/wallet', Worth, { token: cast.trader.get().token })).data

/** The venue fills so much of an order. */
export const fillOrder = (play: Play, clientOrderId: string, quantity: string) =>
  told(play, 'venue/fills', { clientOrderId, quantity })

/** Answers of the venue to new orders that are lost, though it does what was asked. */
export const loseAnswers = (play: Play, times: number) => {
  const what = { fault: 'drop-response', method: 'POST', path: '/api/v3/order' }
  return told(play, 'faults', { provider: 'venue', ...what, times })
}

/** What befalls the next events, each of which the venue tells twice: called back, and streamed. */
export const spoilEvents = (
  play: Play,
  how: 'duplicate' | 'reorder' | 'lose',
  times: number,
): Promise<unknown> =>
  told(play, 'faults', { provider: 'venue', fault: `${how}-callbacks`, times, delayMs: 100 })

/** The venue's own books: orders by our numbers, and what it holds of each asset. */
export async function venueBooks({ sandbox }: Play) {
  const { orders, balances } = (await sandbox.call('GET', '/control/state', Books)).venue
  return {
    orders: Map.groupBy(orders, ({ clientOrderId }) => clientOrderId),
    pool: new Map(balances.map(({ asset, free, locked }) => [asset, atoms(free) + atoms(locked)])),
  }
}
