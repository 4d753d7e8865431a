import { createHmac } from 'node:crypto'
import type { Body, Callbacks } from '../callbacks.ts'
import type { Attempt } from '../post.ts'
import { seconds } from '../schedule.ts'
import { textOf, times } from './amounts.ts'
import type { Prevention, ReportedEvent } from './books.ts'

const retryAfterMs = [5, 15, 30, 60, 120, 300, 600].map(seconds)

/** Returns an execution report in the format of the account's stream. */
export function executionReport(
  { kind, order, trade, cancelId, prevention }: ReportedEvent,
  executionId: number,
) {
  const nothing = textOf(0n)
  return {
    e: 'executionReport',
    E: order.updateTime,
    s: order.symbol,
    c: cancelId ?? order.clientOrderId,
    S: order.side,
    o: order.type,
    f: order.timeInForce,
    q: textOf(order.quantity),
    p: textOf(order.price),
    P: nothing,
    F: nothing,
    g: -1,
    C: cancelId === null ? '' : order.clientOrderId,
    x: kind,
    X: order.status,
    r: 'NONE',
    i: order.orderId,
    l: textOf(trade?.quantity ?? 0n),
    z: textOf(order.executed),
    L: textOf(trade?.price ?? 0n),
    n: textOf(trade?.commission ?? 0n),
    N: trade?.commissionAsset ?? null,
    T: order.updateTime,
    t: trade?.id ?? -1,
    I: executionId,
    w: order.status === 'NEW' || order.status === 'PARTIALLY_FILLED',
    m: trade?.isMaker ?? false,
    M: false,
    O: order.time,
    Z: textOf(order.quoteExecuted),
    Y: textOf(trade?.quote ?? 0n),
    Q: textOf(order.quoteQuantity),
    W: order.time,
    V: order.selfTradeMode,
    ...(prevention === undefined ? {} : preventionFields(order, prevention)),
  }
}

/** The fields that appear only if an order met one of the same account. */
const preventionFields = (
  { symbol, prevented }: ReportedEvent['order'],
  { id, quantity, price, counterId }: Prevention,
) => ({
  v: id,
  A: textOf(prevented?.quantity ?? 0n),
  B: textOf(prevented?.quantity ?? 0n),
  u: -1,
  U: counterId,
  Cs: symbol,
  pl: textOf(quantity),
  pL: textOf(price),
  pY: textOf(times(price, quantity)),
})

/** The relay that forwards the stream to the service: signs the raw text and its time. */
export function relay(secret: string, callbacks: Callbacks) {
  const headers = (body: Body) => {
    const timestamp = Date.now().toString()
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body)
    return {
      'content-type': 'application/json',
      'x-venue-timestamp': timestamp,
      'x-venue-signature': hmac.digest('hex'),
    }
  }
  const signed = (body: Body) => ({
    provider: 'venue',
    path: '/api/webhook/venue',
    headers,
    body,
    retryAfterMs,
    isTimed: true as const,
  })
  return {
    report: (event: unknown): string => callbacks.send(signed(JSON.stringify(event))),
    /** Signs exactly this body, delivers it once, and returns the service's response. */
    sendOnce: (body: Body): Promise<Attempt> => callbacks.sendOnce(signed(body)),
  }
}

export type Relay = ReturnType<typeof relay>
