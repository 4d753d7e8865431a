/** The client of the venue: signed requests over connections that stay open. */
import { createHmac } from 'node:crypto'
import { Pool } from 'undici'

export type NewOrder = Readonly<{
  orderNo: string
  symbol: string
  side: string
  volume: string
  price: string
}>

/** Unknown: the order may be at the venue, so its money stays held until it is queried. */
export type Placed = Readonly<
  { kind: 'accepted'; venueOrderId: string } | { kind: 'rejected' } | { kind: 'unknown' }
>

export type Venue = Readonly<{
  place: (order: NewOrder) => Promise<Placed>
  close: () => Promise<void>
}>

export function venueAt(url: string, apiKey: string, secret: string): Venue {
  const pool = new Pool(url, { connections: 64, headersTimeout: 10_000 })
  const place = async ({ orderNo, symbol, side, volume, price }: NewOrder): Promise<Placed> => {
    const query = new URLSearchParams({
      ...{ symbol, side, type: 'LIMIT', timeInForce: 'GTC', quantity: volume, price },
      ...{ newClientOrderId: orderNo, timestamp: String(Date.now()) },
    }).toString()
    const signature = createHmac('sha256', secret).update(query).digest('hex')
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/api/v3/order?${query}&signature=${signature}`,
      headers: { 'x-mbx-apikey': apiKey },
    })
    const answer: unknown = await body.json()
    const id =
      typeof answer === 'object' && answer !== null && 'orderId' in answer && answer.orderId
    if (statusCode === 200 && id) return { kind: 'accepted', venueOrderId: String(id) }
    return { kind: statusCode >= 400 && statusCode < 500 ? 'rejected' : 'unknown' }
  }
  return {
    place: (order) => place(order).catch(() => ({ kind: 'unknown' })),
    close: () => pool.close(),
  }
}
