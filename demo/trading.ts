import { type components, orderNoOf } from '../packages/client/src/client.ts'
import { Broken } from './broken.ts'
import { atoms, inDecimals } from './decimals.ts'
import { type Person, until } from './play.ts'
import { holdingsOf } from './wallet.ts'

/** An order as its owner reads it, in lists and on the stream. */
export type Order = components['schemas']['Order']
type Owner = Pick<Person, 'client'>
type Wanted = Omit<components['schemas']['CreateOrderRequest'], 'type'>

/** Places an order, at the market if it has no price; returns its number. */
export async function placeOrder({ client }: Owner, wanted: Wanted): Promise<string> {
  const type = wanted.price === undefined ? 'MARKET' : 'LIMIT'
  const data = await client.post('/api/exchange/venue/order', { body: { type, ...wanted } })
  return orderNoOf(data)
}

export const cancelOrder = ({ client }: Owner, orderNo: string) =>
  client.delete('/api/exchange/venue/order/{orderNo}', { params: { path: { orderNo } } })

export const cancelAll = ({ client }: Owner) => client.delete('/api/exchange/venue/allOrders')

/** A user's newest orders: all, or only the open ones. */
export async function ordersOf(
  { client }: Owner,
  which: 'historyOrder' | 'currentOrder' = 'historyOrder',
): Promise<readonly Order[]> {
  const params = { query: { per_page: 100 } }
  return (await client.get(`/api/exchange/venue/${which}`, { params })).data
}

/** Waits until an order stands so; one that has ended in another way breaks off at once. */
export const orderBecomes = (
  owner: Owner,
  orderNo: string,
  status: Order['status'],
): Promise<Order> =>
  until(`order ${orderNo} to be ${status}`, async () => {
    const order = (await ordersOf(owner)).find((one) => one.order_no === orderNo)
    if (order?.status === status) return order
    if (order?.status === 'CREATE') return null
    throw new Broken(`The order is ${order?.status} but must become ${status}.`)
  })

/** The executions of an order. */
export async function tradesOf({ client }: Owner, orderNo: string) {
  const params = { query: { orderNo } }
  const found = await client.get('/api/exchange/venue/history', { params })
  if (!('data' in found)) throw new Broken('The history of an order has candles in it.')
  return found.data
}

/** Breaks off if a user's spendable or frozen amount differs from this one. */
export async function mustOwn(
  owner: Owner,
  symbol: string,
  { available, locked = 0n }: Readonly<{ available: bigint; locked?: bigint }>,
): Promise<bigint> {
  const coin = (await holdingsOf(owner)).get(symbol)
  const [free, frozen] = [atoms(coin?.available ?? '0'), atoms(coin?.locked ?? '0')]
  if (free === available && frozen === locked) return free
  const wanted = `${inDecimals(available)} and ${inDecimals(locked)}`
  throw new Broken(`${coin?.available} ${symbol} are free, ${coin?.locked} frozen, not ${wanted}.`)
}

/** Breaks off if an amount differs from the expected one, to the last decimal. */
export function mustBe(label: string, amount: string, wanted: string): void {
  if (atoms(amount) === atoms(wanted)) return
  throw new Broken(`The ${label} is ${amount} but must be ${wanted}.`)
}
