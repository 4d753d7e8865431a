import { no } from './refusal.ts'

const minuteMs = 60_000
const banMs = 2 * minuteMs

const dayMs = 86_400_000

/** The real venue's bounds, as `exchangeInfo` reports them. */
const beginning = { weight: 6_000, orders: 100, ordersADay: 200_000 }
const rawRequests = 61_000
const rawMs = 5 * minuteMs

/** Where the counts are reported: an HTTP reply, or nowhere. */
export type Headers = Readonly<{ header: (name: string, value: string) => unknown }>

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
  let raw = { at: 0, used: 0 }
  let bannedUntil = 0

  /** Starts again what was counted in a stretch of time that is over. */
  function turn(): void {
    const at = (lengthMs: number) => Math.floor(now() / lengthMs)
    if (minute.at !== at(minuteMs)) minute = { at: at(minuteMs), used: 0, refused: 0 }
    if (tenSeconds.at !== at(10_000)) tenSeconds = { at: at(10_000), used: 0 }
    if (day.at !== at(dayMs)) day = { at: at(dayMs), used: 0 }
    if (raw.at !== at(rawMs)) raw = { at: at(rawMs), used: 0 }
  }

  function enter(weight: number, headers: Headers): void {
    turn()
    if (now() < bannedUntil) throw wait(headers, bannedUntil - now(), banned(bannedUntil))
    minute.used += weight
    raw.used += 1
    headers.header('x-mbx-used-weight-1m', minute.used.toString())
    const restMs = (lengthMs: number) => lengthMs - (now() % lengthMs)
    const tooHeavy = minute.used > bounds.weight
    if (!tooHeavy && raw.used <= rawRequests) return
    minute.refused += 1
    if (minute.refused > 5) bannedUntil = now() + banMs
    throw tooHeavy
      ? wait(headers, restMs(minuteMs), tooMuch(`${bounds.weight} request weight per 1 MINUTE`))
      : wait(headers, restMs(rawMs), tooMuch(`${rawRequests} requests per 5 MINUTE`))
  }

  function countOrder(headers: Headers): void {
    turn()
    if (day.used >= bounds.ordersADay) throw tooManyOrders(bounds.ordersADay, '1 DAY')
    if (tenSeconds.used >= bounds.orders) throw tooManyOrders(bounds.orders, '10 SECOND')
    tenSeconds.used += 1
    day.used += 1
    headers.header('x-mbx-order-count-10s', tenSeconds.used.toString())
    headers.header('x-mbx-order-count-1d', day.used.toString())
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
      raw = { at: 0, used: 0 }
      bannedUntil = 0
    },
    /** The bounds as `exchangeInfo` lists them, with what was used of each. */
    used: () => {
      turn()
      return [
        { ...weightLimit, limit: bounds.weight, count: minute.used },
        { ...tenSecondLimit, limit: bounds.orders, count: tenSeconds.used },
        { ...dayLimit, limit: bounds.ordersADay, count: day.used },
        { ...rawLimit, limit: rawRequests, count: raw.used },
      ]
    },
  }
}

const weightLimit = { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1 }
const tenSecondLimit = { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10 }
const dayLimit = { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1 }
const rawLimit = { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5 }

export type Weights = ReturnType<typeof weights>

/** A refusal that names the seconds to wait for. */
function wait(headers: Headers, forMs: number, { status, message }: Refusal) {
  headers.header('retry-after', Math.max(1, Math.ceil(forMs / 1_000)).toString())
  return no(-1003, message, status)
}

type Refusal = Readonly<{ status: 418 | 429; message: string }>

const banned = (untilMs: number): Refusal => ({
  status: 418,
  message: `Way too much request weight used; IP banned until ${untilMs}. ${useStreams} bans.`,
})

const tooMuch = (limit: string): Refusal => ({
  status: 429,
  message: `Too much request weight used; current limit is ${limit}. ${useStreams} polling the API.`,
})

const useStreams = 'Please use WebSocket Streams for live updates to avoid'

/** Unlike a refusal for weight it names no time to wait for. */
const tooManyOrders = (limit: number, span: string) =>
  no(-1015, `Too many new orders; current limit is ${limit} orders per ${span}.`, 429)
