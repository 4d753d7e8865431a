import type { FastifyReply } from 'fastify'
import { no } from './refusal.ts'

const minuteMs = 60_000
const banMs = 2 * minuteMs

const dayMs = 86_400_000

/** The real venue's bounds, as `exchangeInfo` reports them. */
const beginning = { weight: 6_000, orders: 100, ordersADay: 200_000 }

/** Bounds that a control call changes. */
export type Bounds = Readonly<{
  weight?: number | undefined
  orders?: number | undefined
  ordersADay?: number | undefined
}>

const changedBounds = (bounds: typeof beginning, { weight, orders, ordersADay }: Bounds) => ({
  weight: weight ?? bounds.weight,
  orders: orders ?? bounds.orders,
  ordersADay: ordersADay ?? bounds.ordersADay,
})

/** Counts what calls weigh in a minute, and orders in ten seconds; over the bound it refuses. */
export function weights(now: () => number) {
  let bounds = { ...beginning }
  let minute = { at: 0, used: 0, refused: 0 }
  let tenSeconds = { at: 0, used: 0 }
  let day = { at: 0, used: 0 }
  let bannedUntil = 0

  function enter(weight: number, reply: FastifyReply): void {
    const at = Math.floor(now() / minuteMs)
    if (minute.at !== at) minute = { at, used: 0, refused: 0 }
    if (now() < bannedUntil) throw tooMany(reply, 418, bannedUntil - now())
    minute.used += weight
    reply.header('x-mbx-used-weight-1m', minute.used.toString())
    if (minute.used <= bounds.weight) return
    minute.refused += 1
    if (minute.refused > 5) bannedUntil = now() + banMs
    throw tooMany(reply, 429, minuteMs - (now() % minuteMs))
  }

  function countOrder(reply: FastifyReply): void {
    const at = Math.floor(now() / 10_000)
    if (tenSeconds.at !== at) tenSeconds = { at, used: 0 }
    const today = Math.floor(now() / dayMs)
    if (day.at !== today) day = { at: today, used: 0 }
    if (day.used >= bounds.ordersADay) {
      throw no(-1015, `Too many new orders; current limit is ${bounds.ordersADay} per 1 DAY.`)
    }
    if (tenSeconds.used >= bounds.orders) {
      throw no(-1015, `Too many new orders; current limit is ${bounds.orders} per 10 SECOND.`)
    }
    tenSeconds.used += 1
    day.used += 1
    reply.header('x-mbx-order-count-10s', tenSeconds.used.toString())
    reply.header('x-mbx-order-count-1d', day.used.toString())
  }

  return {
    enter,
    countOrder,
    set: (changed: Bounds) => {
      bounds = changedBounds(bounds, changed)
      return bounds
    },
    reset() {
      bounds = { ...beginning }
      minute = { at: 0, used: 0, refused: 0 }
      tenSeconds = { at: 0, used: 0 }
      day = { at: 0, used: 0 }
      bannedUntil = 0
    },
    rateLimits: () => [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: bounds.weight },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: bounds.orders },
      { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: bounds.ordersADay },
    ],
  }
}

export type Weights = ReturnType<typeof weights>

function tooMany(reply: FastifyReply, status: 418 | 429, forMs: number) {
  reply.header('retry-after', Math.max(1, Math.ceil(forMs / 1_000)).toString())
  return no(-1003, 'Too much request weight used; please use WebSocket Streams.', status)
}
