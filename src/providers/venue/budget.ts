import type { Clock } from '../../base/clock.ts'
import type { ResponseHead } from '../exchange.ts'
import type { BudgetUse } from '../health.ts'
import {
  type NoSlot,
  type OrderCounts,
  type OrderSlot,
  orderCounts,
  reportedIn,
} from './order-counts.ts'
import { venueLimits } from './venue-limits.ts'
import type { RateLimit } from './venue-objects.ts'

/**
 * The purpose of a call: place or cancel an order, observe prices, reconcile the account, or serve
 * a public read.
 */
export type VenueCallPurpose = 'order' | 'cancel' | 'price' | 'account' | 'public'

/** A call that may be sent. `readHead` reads the usage that the venue's response reports. */
export type Entered = Readonly<{
  kind: 'entered'
  readHead: (answer: ResponseHead) => void
  end: () => void
}>
export type Wait = Readonly<{ kind: 'wait'; seconds: number }>

/**
 * Request weight and orders that the venue accepts from us per time, shared by all users. The venue
 * counts in windows of its own clock and reports our usage in each response; a client that
 * continues after a 429 is banned for days.
 *
 * Each purpose has a share of the weight. Unused shares of prices, reconciliation and public reads
 * are lent to other purposes as the minute passes, but never to public reads. The share of orders
 * is never lent.
 */
export type VenueBudget = Readonly<{
  /** `slot`: the slot of the order, if one was taken before. */
  enter: (purpose: VenueCallPurpose, weight: number, slot?: OrderSlot) => Entered | Wait
  /** Seconds until the venue, which throttled us, may be called again; null if it may be now. */
  closedSeconds: () => number | null
  learn: (rateLimits: readonly RateLimit[]) => void
  /** The use of this minute's weight, and of the orders of this window and day. */
  use: () => readonly BudgetUse[]
}> &
  Pick<OrderCounts, 'take' | 'release'>

const minuteMs = 60_000
const { sharePercent, cancelPercent, settledMs } = venueLimits

type Share = keyof typeof sharePercent
const shares: readonly Share[] = ['orders', 'price', 'account', 'public']

const shareOf = (purpose: VenueCallPurpose): Share =>
  purpose === 'order' || purpose === 'cancel' ? 'orders' : purpose

type Minute = {
  readonly at: number
  /** The usage that the venue last reported, plus our own count of later calls. */
  used: number
  /** Weight of calls that are under way. */
  pending: number
  readonly spent: Record<Share, number>
}

const newMinute = (at: number): Minute => ({
  at,
  used: 0,
  pending: 0,
  spent: { orders: 0, price: 0, account: 0, public: 0 },
})

export const venueBudget = (clock: BudgetClock): VenueBudget => new SharedBudget(clock)

type BudgetClock = Pick<Clock, 'now' | 'monotonicMs'>

class SharedBudget implements VenueBudget {
  readonly #clock: BudgetClock
  readonly #orders: OrderCounts
  #weightLimit: number = venueLimits.weightAMinute
  #minute = newMinute(0)
  #closedUntilMs = 0

  constructor(clock: BudgetClock) {
    this.#clock = clock
    this.#orders = orderCounts(clock)
  }

  enter(purpose: VenueCallPurpose, weight: number, slot?: OrderSlot): Entered | Wait {
    const closed = this.closedSeconds()
    if (closed !== null) return { kind: 'wait', seconds: closed }
    const of = this.#currentMinute()
    const nowMs = this.#clock.now().getTime()
    const leftMs = minuteMs - (nowMs % minuteMs)
    if (!mayUse(of, purpose, weight, { weightLimit: this.#weightLimit, leftMs })) {
      return { kind: 'wait', seconds: Math.ceil(leftMs / 1_000) }
    }
    const counted = purpose === 'order' ? this.#orders.send(slot) : null
    if (counted?.kind === 'wait') return counted
    of.pending += weight
    of.spent[shareOf(purpose)] += weight
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      of.pending -= weight
      of.used += weight
      counted?.end()
    }
    return {
      kind: 'entered',
      end,
      readHead: ({ status, headers }) => {
        end()
        this.#readMinute(of, nowMs, headers)
        counted?.readHead(headers)
        this.#close(status, headers)
      },
    }
  }

  take(user: string): OrderSlot | NoSlot {
    const closed = this.closedSeconds()
    return closed === null
      ? this.#orders.take(user)
      : { kind: 'none', why: 'venue', retryAfterSeconds: closed }
  }

  release(slot: OrderSlot): void {
    this.#orders.release(slot)
  }

  learn(rateLimits: readonly RateLimit[]): void {
    for (const { rateLimitType, interval, intervalNum, limit } of rateLimits) {
      const kind = `${rateLimitType} ${intervalNum} ${interval}`
      if (kind === 'REQUEST_WEIGHT 1 MINUTE') this.#weightLimit = limit
      if (kind === 'ORDERS 10 SECOND') this.#orders.learn({ window: limit })
      if (kind === 'ORDERS 1 DAY') this.#orders.learn({ day: limit })
    }
  }

  readonly use = (): readonly BudgetUse[] => {
    const { used, pending } = this.#currentMinute()
    const weight = { name: 'request-weight', used: used + pending, most: this.#weightLimit }
    return [weight, ...this.#orders.use()]
  }

  #currentMinute(): Minute {
    const at = Math.floor(this.#clock.now().getTime() / minuteMs)
    if (this.#minute.at !== at) this.#minute = newMinute(at)
    return this.#minute
  }

  closedSeconds(): number | null {
    const waitMs = this.#closedUntilMs - this.#clock.monotonicMs()
    return waitMs > 0 ? Math.ceil(waitMs / 1_000) : null
  }

  #readMinute(of: Minute, enteredMs: number, headers: ResponseHead['headers']): void {
    // The venue's minute may begin slightly later than ours: its count may be of the previous one.
    const reported = reportedIn(headers, 'x-mbx-used-weight-1m')
    if (reported === null || of !== this.#currentMinute()) return
    if (enteredMs % minuteMs >= settledMs) of.used = reported
  }

  #close(status: number, headers: ResponseHead['headers']): void {
    if (status !== 429 && status !== 418) return
    const asked = reportedIn(headers, 'retry-after') ?? venueLimits.throttledSeconds
    const seconds = Math.min(asked, venueLimits.banSeconds)
    const untilMs = this.#clock.monotonicMs() + seconds * 1_000
    this.#closedUntilMs = Math.max(this.#closedUntilMs, untilMs)
  }
}

type WeightBounds = Readonly<{ weightLimit: number; leftMs: number }>

/** True if the weight fits the purpose's share, or the unused shares of others. */
function mayUse(
  { used, pending, spent }: Minute,
  purpose: VenueCallPurpose,
  weight: number,
  { weightLimit, leftMs }: WeightBounds,
): boolean {
  const percent = (part: number) => (weightLimit * part) / 100
  const own = shareOf(purpose)
  const unused = (share: Share) => Math.max(0, percent(sharePercent[share]) - spent[share])
  // Cancels keep a part of the orders' share that placing may not use.
  const kept = purpose === 'order' ? percent(cancelPercent) : 0
  const keptForOrders = own === 'orders' ? kept : unused('orders')
  const free = weightLimit - used - pending - keptForOrders
  if (weight > free) return false
  if (spent[own] + weight <= percent(sharePercent[own]) - kept) return true
  if (purpose === 'public') return false
  const lendable = shares.filter((share) => share !== own && share !== 'orders')
  const keptForOthers = lendable.reduce(
    (sum, share) =>
      sum + Math.min(unused(share), (percent(sharePercent[share]) * leftMs) / minuteMs),
    0,
  )
  return weight <= free - keptForOthers
}
