import { z } from 'zod'
import { Broken } from './broken.ts'
import { atoms, inDecimals } from './decimals.ts'
import { type Person, type Play, until } from './play.ts'
import { holdingsOf } from './wallet.ts'

const Placed = z.object({ data: z.string() })
const Answered = z.object({ order_no: z.string(), status: z.literal('CREATE') })
const Anything = z.unknown()

/** An order as its owner reads it, in lists and on the stream. */
export const Order = z.object({
  order_no: z.string(),
  status: z.enum(['CREATE', 'DONE', 'CANCEL']),
  volume: z.string(),
  executedVolume: z.string(),
  executedAmount: z.string(),
  fee: z.string(),
  tax: z.string(),
})
const Trade = z.object({ price: z.string(), volume: z.string() })

const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.object({ data: z.array(item) }) })

export type Order = z.output<typeof Order>
type Owner = Pick<Person, 'token'>
type Wanted = Readonly<{ side: 'BUY' | 'SELL'; txPair: string; volume: string; price?: string }>

const exchange = '/api/exchange/venue'

/** Places an order, at the market where it names no price; answers its number. */
export async function placeOrder(
  { tukar }: Play,
  { token }: Owner,
  wanted: Wanted,
): Promise<string> {
  const body = { type: wanted.price === undefined ? 'MARKET' : 'LIMIT', ...wanted }
  const { data } = await tukar.call('POST', `${exchange}/order`, Placed, { token, body })
  return Answered.parse(JSON.parse(data)).order_no
}

export const cancelOrder = ({ tukar }: Play, { token }: Owner, orderNo: string) =>
  tukar.call('DELETE', `${exchange}/order/${orderNo}`, Anything, { token })

export const cancelAll = ({ tukar }: Play, { token }: Owner) =>
  tukar.call('DELETE', `${exchange}/allOrders`, Anything, { token })

/** The newest orders of somebody: all, or those that are open. */
export async function ordersOf(
  { tukar }: Play,
  { token }: Owner,
  which: 'historyOrder' | 'currentOrder' = 'historyOrder',
): Promise<readonly Order[]> {
  const path = `${exchange}/${which}?per_page=100`
  return (await tukar.call('GET', path, pageOf(Order), { token })).data.data
}

/** Waits until an order stands so; one that has ended in another way breaks off at once. */
export const orderBecomes = (
  play: Play,
  owner: Owner,
  orderNo: string,
  status: Order['status'],
): Promise<Order> =>
  until(`order ${orderNo} to be ${status}`, async () => {
    const order = (await ordersOf(play, owner)).find((one) => one.order_no === orderNo)
    if (order?.status === status) return order
    if (order?.status === 'CREATE') return null
    throw new Broken(`The order is ${order?.status} where it must become ${status}.`)
  })

/** What was executed of an order, part by part. */
export async function tradesOf({ tukar }: Play, { token }: Owner, orderNo: string) {
  const path = `${exchange}/history?orderNo=${orderNo}`
  return (await tukar.call('GET', path, pageOf(Trade), { token })).data.data
}

/** Breaks off where somebody has any other amount than this to spend, or frozen. */
export async function mustOwn(
  { tukar }: Play,
  { token }: Owner,
  symbol: string,
  { available, locked = 0n }: Readonly<{ available: bigint; locked?: bigint }>,
): Promise<bigint> {
  const coin = (await holdingsOf(tukar, { token })).get(symbol)
  const [free, frozen] = [atoms(coin?.available ?? '0'), atoms(coin?.locked ?? '0')]
  if (free === available && frozen === locked) return free
  const wanted = `${inDecimals(available)} and ${inDecimals(locked)}`
  throw new Broken(`${coin?.available} ${symbol} are free, ${coin?.locked} frozen, not ${wanted}.`)
}

/** Breaks off where an amount is not, to the last decimal, what it must be. */
export function mustBe(what: string, amount: string, wanted: string): void {
  if (atoms(amount) === atoms(wanted)) return
  throw new Broken(`The ${what} is ${amount} where it must be ${wanted}.`)
}
