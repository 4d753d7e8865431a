import type { Clock } from '../../base/clock.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { ResponseHead } from '../exchange.ts'
import type { BudgetUse } from '../health.ts'
import { venueLimits } from './venue-limits.ts'

/** A slot among the orders that the venue accepts in ten seconds. */
export type OrderSlot = Readonly<{ kind: 'slot'; user: string | null; window: number }>

/** `user`: the user already has a fair share; `venue`: no slot is left. */
export type NoSlot = Readonly<{ kind: 'none'; why: 'user' | 'venue'; retryAfterSeconds: number }>

export type SentOrder = Readonly<{
  kind: 'sent'
  /** Reads the counts that the venue's response reports. */
  readHead: (headers: ResponseHead['headers']) => void
  end: () => void
}>
type Full = Readonly<{ kind: 'wait'; seconds: number }>

/**
 * Counts orders as the venue does: for all users together, in windows of ten seconds and in days of
 * its clock. If slots in a window run short, users share them fairly.
 */
export type OrderCounts = Readonly<{
  take: (user: string) => OrderSlot | NoSlot
  /** Gives a slot back. Does nothing if its order was sent. */
  release: (slot: OrderSlot) => void
  /** Counts an order that is sent now. A slot of an earlier window does not count. */
  send: (slot?: OrderSlot) => SentOrder | Full
  learn: (bounds: Readonly<{ window?: number; day?: number }>) => void
  use: () => readonly BudgetUse[]
}>

type Window = {
  readonly at: number
  /** Orders with a response, by our count until the venue reports its own. */
  used: number
  /** Places of orders without a response yet. */
  readonly taken: Set<OrderSlot>
  readonly ofUser: Map<string, number>
}

const windowMs = 10_000
const dayMs = 86_400_000
const { orderShares, settledMs } = venueLimits

const newWindow = (at: number): Window => ({ at, used: 0, taken: new Set(), ofUser: new Map() })

const restSeconds = (nowMs: number, lengthMs: number): number =>
  Math.ceil((lengthMs - (nowMs % lengthMs)) / 1_000)

export const orderCounts = (clock: Pick<Clock, 'now'>): OrderCounts => new Counts(clock)

class Counts implements OrderCounts {
  readonly #clock: Pick<Clock, 'now'>
  readonly #most: { window: number; day: number } = {
    window: venueLimits.ordersIn10Seconds,
    day: venueLimits.ordersADay,
  }
  #window = newWindow(0)
  #day = { at: 0, used: 0 }

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  take(user: string): OrderSlot | NoSlot {
    const nowMs = this.#turn()
    const full = this.#fullSeconds(nowMs)
    if (full !== null) return { kind: 'none', why: 'venue', retryAfterSeconds: full }
    if (isFair(this.#window, user, this.#most.window)) return this.#occupy(user)
    return { kind: 'none', why: 'user', retryAfterSeconds: restSeconds(nowMs, windowMs) }
  }

  release(slot: OrderSlot): void {
    const { at, taken, ofUser } = this.#window
    if (slot.window !== at || !taken.delete(slot) || slot.user === null) return
    ofUser.set(slot.user, (ofUser.get(slot.user) ?? 1) - 1)
  }

  send(taken?: OrderSlot): SentOrder | Full {
    const sentMs = this.#turn()
    const of = this.#window
    const isReserved = taken !== undefined && of.taken.has(taken)
    const full = isReserved ? null : this.#fullSeconds(sentMs)
    if (full !== null) return { kind: 'wait', seconds: full }
    const slot = isReserved ? taken : this.#occupy(taken?.user ?? null)
    const end = () => {
      if (!of.taken.delete(slot)) return
      of.used += 1
      this.#day.used += 1
    }
    return {
      kind: 'sent',
      end,
      readHead: (headers) => {
        end()
        this.#readCounts(headers, sentMs)
      },
    }
  }

  learn({ window, day }: Readonly<{ window?: number; day?: number }>): void {
    this.#most.window = window ?? this.#most.window
    this.#most.day = day ?? this.#most.day
  }

  use(): readonly BudgetUse[] {
    this.#turn()
    const { used, taken } = this.#window
    return [
      { name: 'orders-of-10-seconds', used: used + taken.size, most: this.#most.window },
      { name: 'orders-of-day', used: this.#day.used + taken.size, most: this.#most.day },
    ]
  }

  #turn(): number {
    const nowMs = this.#clock.now().getTime()
    const at = Math.floor(nowMs / windowMs)
    if (this.#window.at !== at) this.#window = newWindow(at)
    const today = Math.floor(nowMs / dayMs)
    if (this.#day.at !== today) this.#day = { at: today, used: 0 }
    return nowMs
  }

  /** Seconds until there is a slot; null if there is one now. */
  #fullSeconds(nowMs: number): number | null {
    const { used, taken } = this.#window
    if (this.#day.used + taken.size >= this.#most.day) return restSeconds(nowMs, dayMs)
    return used + taken.size >= this.#most.window ? restSeconds(nowMs, windowMs) : null
  }

  #occupy(user: string | null): OrderSlot {
    const { at, taken, ofUser } = this.#window
    const slot: OrderSlot = { kind: 'slot', user, window: at }
    taken.add(slot)
    if (user !== null) ofUser.set(user, (ofUser.get(user) ?? 0) + 1)
    return slot
  }

  #readCounts(headers: ResponseHead['headers'], sentMs: number): void {
    const nowMs = this.#turn()
    // The venue's window may begin slightly after ours: until then it reports the previous one.
    const isOf = (lengthMs: number): boolean =>
      Math.floor(nowMs / lengthMs) === Math.floor(sentMs / lengthMs) &&
      sentMs % lengthMs >= settledMs
    const inWindow = isOf(windowMs) ? reportedIn(headers, 'x-mbx-order-count-10s') : null
    const inDay = isOf(dayMs) ? reportedIn(headers, 'x-mbx-order-count-1d') : null
    this.#window.used = inWindow ?? this.#window.used
    this.#day.used = inDay ?? this.#day.used
  }
}

/**
 * True if a user may have one more slot. Until half of a window is taken every user may; after
 * that users have equal shares, and the last part is for users without a slot in it.
 */
function isFair({ used, taken, ofUser }: Window, user: string, most: number): boolean {
  const own = ofUser.get(user) ?? 0
  const all = used + taken.size
  if (own === 0 || all < (most * orderShares.calmPercent) / 100) return true
  const shared = (most * (100 - orderShares.newcomersPercent)) / 100
  const users = [...ofUser.values()].filter((slots) => slots > 0).length
  return all < shared && own < Math.max(1, Math.floor(shared / users))
}

/** Returns the count in a response header; null if there is none. */
export function reportedIn(headers: ResponseHead['headers'], name: string): number | null {
  const text = headers[name]
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? integerOf(text) : null
}
