import { z } from 'zod'
import { Broken } from './broken.ts'
import { atoms } from './decimals.ts'
import { type Play, until } from './play.ts'

/** The venue's side of the story: its market, its fills, and its lost events. */

const prices = { BTCIDR: '1640000000', ETHIDR: '58400000' } as const
/** Prices that the moving market does not come to. */
const unusual = { ETHIDR: '58400001' } as const

const Anything = z.unknown()
const Books = z.object({
  venue: z.object({
    orders: z.array(
      z.object({ clientOrderId: z.string(), status: z.string(), executedQty: z.string() }),
    ),
    balances: z.array(z.object({ asset: z.string(), free: z.string(), locked: z.string() })),
  }),
})

const control = ({ sandbox }: Play, path: string, body: unknown) =>
  sandbox.call('POST', `/control/${path}`, Anything, { body })

/** Stops prices while every figure must be predictable, and then resumes them. */
export async function inStillMarket<Result>(
  play: Play,
  work: () => Promise<Result>,
): Promise<Result> {
  await control(play, 'venue/pace', { walk: false })
  try {
    // Prices that moved before may be observed last, and one of them may have been the wanted one.
    for (const next of [unusual, prices]) {
      for (const [symbol, price] of Object.entries(next)) {
        await control(play, 'venue/price', { symbol, price })
      }
      await until('the prices to be observed', async () => {
        const seen = (await worthOf(play)).assets.find(({ symbol }) => symbol === 'ETH')
        return seen?.price === next.ETHIDR ? true : null
      })
    }
    return await work()
  } finally {
    await control(play, 'venue/pace', { walk: true })
  }
}

/** The worth of the trader's assets at the observed prices. */
export async function worthOf({ cast }: Play) {
  const { total, assets } = await cast.trader.get().client.get('/api/users/wallet')
  if (total === null) throw new Broken('There is an asset without a price.')
  return { total, assets }
}

/** The venue fills so much of an order. */
export const fillOrder = (play: Play, clientOrderId: string, quantity: string) =>
  control(play, 'venue/fills', { clientOrderId, quantity })

/** The venue loses responses to new orders, though it executes them. */
export const loseAnswers = (play: Play, times: number) => {
  const fault = { fault: 'drop-response', method: 'POST', path: '/api/v3/order' }
  return control(play, 'faults', { provider: 'venue', ...fault, times })
}

/** Faults of the next events, each of which the venue sends twice: by callback and by stream. */
export const spoilEvents = (
  play: Play,
  how: 'duplicate' | 'reorder' | 'lose',
  times: number,
): Promise<unknown> =>
  control(play, 'faults', { provider: 'venue', fault: `${how}-callbacks`, times, delayMs: 100 })

/** The venue's own books: orders by our numbers, and its balance of each asset. */
export async function venueBooks({ sandbox }: Play) {
  const { orders, balances } = (await sandbox.call('GET', '/control/state', Books)).venue
  return {
    orders: Map.groupBy(orders, ({ clientOrderId }) => clientOrderId),
    pool: new Map(balances.map(({ asset, free, locked }) => [asset, atoms(free) + atoms(locked)])),
  }
}
