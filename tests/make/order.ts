import { sql } from 'kysely'
import { type OrderNo, orderNo } from '../../src/base/values/ids.ts'
import { idr } from '../../src/base/values/money.ts'
import type { Context } from '../../src/context.ts'
import { type Answer, eventually, type Tukar } from '../harness.ts'
import { fieldsIn } from '../json.ts'
import { pricesSeen } from './prices.ts'
import { expectOk, makeTrader, type Trader } from './trader.ts'
import { btc, fund, oneBtc } from './withdrawal.ts'

const oneRupiah = 100n

/** A market whose prices only change when a test moves them. */
export async function stillMarket(tukar: Tukar): Promise<void> {
  expectOk(await tukar.control('POST', '/venue/pace', { walk: false }))
}

/** A trader who may place orders: with a proven identity, a hundred billion rupiah and ten BTC. */
export async function makeOrderTrader(tukar: Tukar, bitcoinUnits = 10n * oneBtc): Promise<Trader> {
  const trader = await makeTrader(tukar)
  const { db } = tukar.service.ctx
  await sql`update users set identity_status = 'success' where id = ${trader.id}`.execute(db.read)
  await fund(tukar, trader, 100_000_000_000n * oneRupiah, idr)
  await fund(tukar, trader, bitcoinUnits, btc)
  return trader
}

type Fields = Readonly<Record<string, unknown>>

/** An app's order: it rests below the market until the test fills it. */
export const orderFields = (fields: Fields = {}): Fields => ({
  side: 'BUY',
  type: 'LIMIT',
  txPair: 'BTC_IDR',
  volume: '0.01',
  price: '1600000000',
  ...fields,
})

/** Places an order while prices are fresh. */
export async function sendOrder(tukar: Tukar, { token }: Trader, fields: Fields): Promise<Answer> {
  const prices = { BTC_IDR: '1640000000', USDT_IDR: '16400', BTC_USDT: '100000' }
  await pricesSeen(tukar.service.ctx.db, prices)
  return tukar.call('POST', '/api/exchange/venue/order', { token, body: orderFields(fields) })
}

/** The same for an accepted order; returns our number of it. */
export async function placeOrder(
  tukar: Tukar,
  trader: Trader,
  fields: Fields = {},
): Promise<OrderNo> {
  const answer = await sendOrder(tukar, trader, fields)
  expectOk(answer)
  return orderNo(String(fieldsIn(answer.body.data)['order_no']))
}

/** The same, after the venue's number of it is stored. */
export async function orderAtVenue(
  tukar: Tukar,
  trader: Trader,
): Promise<Readonly<{ orderNo: OrderNo; venueOrderId: string }>> {
  const orderNo = await placeOrder(tukar, trader)
  const venueOrderId = await eventually(
    "the venue's number",
    async () => (await storedOrder(tukar, orderNo)).venueOrderId,
  )
  return { orderNo, venueOrderId }
}

/** Makes the venue execute this much of an order; returns the trade. */
export async function fillOrder(
  tukar: Tukar,
  clientOrderId: string,
  quantity: string,
  price?: string,
): Promise<Readonly<{ id: number; orderId: number }>> {
  const asked = { clientOrderId, quantity, ...(price === undefined ? {} : { price }) }
  const answer = await tukar.control('POST', '/venue/fills', asked)
  expectOk(answer)
  return answer.body.trade
}

export type StoredOrder = Readonly<{
  status: string
  executed: string
  venueOrderId: string | null
  reason: string | null
  incident: string | null
}>

/** The stored state of an order. */
export async function storedOrder(
  { service }: Readonly<{ service: Readonly<{ ctx: Pick<Context, 'db'> }> }>,
  orderNo: string,
): Promise<StoredOrder> {
  const { rows } = await sql<StoredOrder>`
    select status, executed_volume::text as executed, venue_order_id as "venueOrderId", reason,
      incident
    from orders where order_no = ${orderNo}`.execute(service.ctx.db.read)
  const [order] = rows
  if (order === undefined) throw new Error(`no order has the number ${orderNo}`)
  return order
}

/** Makes the next order at the venue fail in this way. */
export const spoilPlacing = (tukar: Tukar, fault: string): Promise<Answer> =>
  tukar.control('POST', '/faults', {
    provider: 'venue',
    fault,
    method: 'POST',
    path: '/api/v3/order',
    times: 1,
  })
