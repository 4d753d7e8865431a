import type { UserId } from '../../../base/values/ids.ts'
import type { Money } from '../../../base/values/money.ts'
import { paymentListLimits, unconfirmedLimits } from '../deposit-limits.ts'
import { type AccountPayment, reportKey, type ScannedPayment } from '../payment-report.rules.ts'

export type PayxPayment = AccountPayment | ScannedPayment

/** The most that is credited on messages alone, per user and for the house. */
export type UnconfirmedBounds = Readonly<{ account: Money; house: Money }>

/** Null stands for all payments without an owner: together they count as one account. */
type Owner = UserId | null

export type UnconfirmedPayment = {
  readonly payment: PayxPayment
  readonly owner: Owner
  readonly sinceMs: number
  /** Whether payx is asked about this one payment, because its list did not have it in time. */
  isAsked: boolean
  /** Whether a transaction booked it; several may take it at once. */
  isBooked: boolean
}

/** `known`: it counts already. */
export type Belief = 'believed' | 'known' | 'beyond'

/** The sums by owner, and the sum of all. */
function newSums() {
  const sums = new Map<Owner, bigint>()
  let total = 0n
  return {
    add: (owner: Owner, units: bigint): void => {
      total += units
      const sum = (sums.get(owner) ?? 0n) + units
      if (sum === 0n) sums.delete(owner)
      else sums.set(owner, sum)
    },
    fits: (owner: Owner, units: bigint, { account, house }: UnconfirmedBounds): boolean =>
      (sums.get(owner) ?? 0n) + units <= account.units && total + units <= house.units,
  }
}

/** Payments by their keys, and their sums. */
function newPayments() {
  const payments = new Map<string, UnconfirmedPayment>()
  const sums = newSums()
  return {
    payments,
    fits: sums.fits,
    /** Adds a payment regardless of bounds, as one that was credited earlier. */
    restore: (one: UnconfirmedPayment): void => {
      const key = reportKey(one.payment)
      if (payments.has(key)) return
      payments.set(key, one)
      sums.add(one.owner, one.payment.amount.units)
    },
    /** Removes a payment that payx confirmed; null if there is none. */
    release: (payment: PayxPayment): UnconfirmedPayment | null => {
      const key = reportKey(payment)
      const found = payments.get(key)
      if (found === undefined) return null
      payments.delete(key)
      sums.add(found.owner, -found.payment.amount.units)
      return found
    },
  }
}

/** The payments that were credited on a message of payx alone, and their sums. */
export type Unconfirmed = ReturnType<typeof newUnconfirmed>

export function newUnconfirmed() {
  const { payments, fits, restore, release } = newPayments()
  let lastBeyondMs = 0

  /** The payments that payx's list should confirm, oldest first. */
  const fresh = (): IteratorObject<UnconfirmedPayment, undefined> =>
    payments.values().filter(({ isAsked }) => !isAsked)

  return {
    restore,
    release,
    /** Keeps a payment that was booked, or removes one that no transaction booked. */
    settle: (payment: PayxPayment, isBooked: boolean): void => {
      const found = payments.get(reportKey(payment))
      if (found === undefined) return
      found.isBooked ||= isBooked
      if (!found.isBooked) release(payment)
    },
    /** Adds a payment unless the sums would exceed the bounds. */
    believe: (
      payment: PayxPayment,
      owner: Owner,
      bounds: UnconfirmedBounds,
      nowMs: number,
    ): Belief => {
      if (payments.has(reportKey(payment))) return 'known'
      const hasRoom = payments.size < unconfirmedLimits.payments
      if (!hasRoom || !fits(owner, payment.amount.units, bounds)) {
        lastBeyondMs = nowMs
        return 'beyond'
      }
      restore({ payment, owner, sinceMs: nowMs, isAsked: false, isBooked: false })
      return 'believed'
    },
    fresh,
    /** When the oldest of the fresh payments was reported; null if there is none. */
    oldestMs: (): number | null => fresh().next().value?.sinceMs ?? null,
    /** Whether payx's list may confirm a payment that counts here, or one beyond the bounds. */
    isWaiting: (nowMs: number): boolean =>
      nowMs < lastBeyondMs + paymentListLimits.unlistedMs || !fresh().next().done,
    /** The payments that payx is asked about one by one, and those that it denied. */
    asked: (): readonly UnconfirmedPayment[] =>
      [...payments.values()].filter(({ isAsked }) => isAsked),
  }
}
