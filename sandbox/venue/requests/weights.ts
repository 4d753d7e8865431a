import { no } from './refusal.ts'

const minuteMs = 60_000
const banMs = 2 * minuteMs

const dayMs = 86_400_000

/** The real venue's bounds, as `exchangeInfo` reports them. */
const beginning = { weight: 6_000, orders: 100, ordersADay: 200_000 }
const rawRequests = 61_000
const rawMs = 5 * minuteMs

/** The target of the counts' headers: an HTTP reply, or none. */
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

/** A counter that restarts with each interval. */
function counter(lengthMs: number, now: () => number) {
  let [at, count] = [0, 0]
  const turn = () => {
    const current = Math.floor(now() / lengthMs)
    if (current !== at) [at, count] = [current, 0]
  }
  return {
    add(amount: number): number {
      turn()
      count += amount
      return count
    },
    count(): number {
      turn()
      return count
    },
    restMs: () => lengthMs - (now() % lengthMs),
    reset() {
      count = 0
    },
  }
}

/** Counts weight, requests and orders, each per interval; refuses above a bound. */
export function weights(now: () => number) {
  let bounds = { ...beginning }
  let bannedUntil = 0
  const minute = counter(minuteMs, now)
  const refusals = counter(minuteMs, now)
  const raw = counter(rawMs, now)
  const tenSeconds = counter(10_000, now)
  const day = counter(dayMs, now)

  function enter(weight: number, headers: Headers): void {
    if (now() < bannedUntil) throw wait(headers, bannedUntil - now(), banned(bannedUntil))
    const used = minute.add(weight)
    headers.header('x-mbx-used-weight-1m', used.toString())
    const tooMany = raw.add(1) > rawRequests
    if (used <= bounds.weight && !tooMany) return
    if (refusals.add(1) > 5) bannedUntil = now() + banMs
    throw tooMany
      ? wait(headers, raw.restMs(), tooMuch(`${rawRequests} requests per 5 MINUTE`))
      : wait(headers, minute.restMs(), tooMuch(`${bounds.weight} request weight per 1 MINUTE`))
  }

  function countOrder(headers: Headers): void {
    if (day.count() >= bounds.ordersADay) throw tooManyOrders(bounds.ordersADay, '1 DAY')
    if (tenSeconds.count() >= bounds.orders) throw tooManyOrders(bounds.orders, '10 SECOND')
    headers.header('x-mbx-order-count-10s', tenSeconds.add(1).toString())
    headers.header('x-mbx-order-count-1d', day.add(1).toString())
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
      bannedUntil = 0
      for (const one of [minute, refusals, raw, tenSeconds, day]) one.reset()
    },
    /** The bounds as `exchangeInfo` lists them, with the used part of each. */
    used: () => [
      { ...weightLimit, limit: bounds.weight, count: minute.count() },
      { ...tenSecondLimit, limit: bounds.orders, count: tenSeconds.count() },
      { ...dayLimit, limit: bounds.ordersADay, count: day.count() },
      { ...rawLimit, limit: rawRequests, count: raw.count() },
    ],
  }
}

export type Weights = ReturnType<typeof weights>

const weightLimit = { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1 }
const tenSecondLimit = { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10 }
const dayLimit = { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1 }
const rawLimit = { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5 }

/** A refusal that names the seconds to wait. */
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
  message: `${tooMuchUsed}; current limit is ${limit}. ${useStreams} polling the API.`,
})

const tooMuchUsed = 'Too much request weight used'
const useStreams = 'Please use WebSocket Streams for live updates to avoid'

/** Unlike a refusal for weight, it names no time to wait. */
const tooManyOrders = (limit: number, span: string) =>
  no(-1015, `Too many new orders; current limit is ${limit} orders per ${span}.`, 429)
