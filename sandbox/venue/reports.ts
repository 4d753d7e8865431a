import { createHmac } from 'node:crypto'
import type { Callbacks } from '../callbacks.ts'
import type { Attempt } from '../post.ts'
import { seconds } from '../schedule.ts'
import { textOf } from './amounts.ts'
import type { ReportedEvent } from './books.ts'

const retryAfterMs = [5, 15, 30, 60, 120, 300, 600].map(seconds)

/** Returns an execution report in the format of the account's stream. */
export function executionReport(
  { kind, order, trade, cancelId }: ReportedEvent,
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
    V: 'EXPIRE_MAKER',
  }
}

/** The relay that forwards the stream to the service: signs the raw text and its time. */
export function relay(secret: string, callbacks: Callbacks) {
  const signed = (body: string) => {
    const timestamp = Date.now().toString()
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    return {
      provider: 'venue',
      path: '/api/webhook/venue',
      headers: {
        'content-type': 'application/json',
        'x-venue-timestamp': timestamp,
        'x-venue-signature': signature,
      },
      body,
      retryAfterMs,
    }
  }
  return {
    report: (event: unknown): string => callbacks.send(signed(JSON.stringify(event))),
    /** Signs exactly this text, delivers it once, and returns the service's response. */
    sayOnce: (body: string): Promise<Attempt> => callbacks.sendOnce(signed(body)),
  }
}

export type Relay = ReturnType<typeof relay>
