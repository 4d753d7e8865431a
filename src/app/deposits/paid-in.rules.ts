import type { UserId } from '../../base/values/ids.ts'
import { compare, formatMoney, type Money, money, subtract, zero } from '../../base/values/money.ts'
import { shownMoney } from '../../base/values/shown-amount.ts'
import { available, house } from '../../core/ledger/accounts.ts'
import type { Move, Posting } from '../../core/ledger/post.rules.ts'
import type { Notice } from '../../core/outbox/notices.ts'
import {
  type Suspended,
  severityOf,
  supplyCapReason,
  uncertifiedReason,
  unprovenReason,
} from './suspended.rules.ts'

export type PaymentProvider = 'payx' | 'payd'
export type DepositMethod = 'VA' | 'QRIS' | 'ORDER'

/** A payment that a provider reports as received for us. */
export type PaidIn = Readonly<{
  provider: PaymentProvider
  /** The provider's payment id, unique per provider: one payment, one credit. */
  ref: string
  method: DepositMethod
  /** The user to credit, or why the payment goes to suspense, and the user whom it names. */
  owner: Readonly<{ user: UserId }> | Readonly<{ suspense: string; addressee?: UserId }>
  amount: Money
  bankCode: string | null
  accountNumber: string | null
  /** The amount as the provider sent it, if `amount` alone does not show it. */
  sent?: string
}>

/** A payment with its fee, which comes from the settings and never from the payload. */
export type Charged = PaidIn & Readonly<{ fee: Money }>

/** A payment with the fee and the amount to credit. */
export type Credit = Readonly<{
  paid: PaidIn
  user: UserId | null
  reason: string | null
  fee: Money
  credited: Money
  feeExceeds: boolean
}>

/** Splits a payment into fee and credit. The fee never exceeds the payment. */
export function creditFor(paid: PaidIn, fee: Money): Credit {
  const nothing = zero(paid.amount.asset)
  if ('suspense' in paid.owner) {
    return {
      paid,
      user: null,
      reason: paid.owner.suspense,
      fee: nothing,
      credited: nothing,
      feeExceeds: false,
    }
  }
  const feeExceeds = compare(fee, paid.amount) > 0
  const taken = feeExceeds ? paid.amount : fee
  return {
    paid,
    user: paid.owner.user,
    reason: null,
    fee: taken,
    credited: subtract(paid.amount, taken),
    feeExceeds,
  }
}

/** Sends credits to suspense that would exceed the supply cap. */
export function withinSupply(credits: readonly Credit[], headroom: bigint): readonly Credit[] {
  let left = headroom
  return credits.map((credit) => {
    if (credit.user === null || credit.credited.units <= left) {
      left -= credit.credited.units
      return credit
    }
    return waiting(credit, credit.user, supplyCapReason)
  })
}

/**
 * Sends credits to suspense that users may not own before their identity is proven. `rooms` has
 * how many units each of these users may still be credited.
 */
export function withinRooms(
  credits: readonly Credit[],
  rooms: ReadonlyMap<UserId, bigint>,
): readonly Credit[] {
  const left = new Map(rooms)
  return credits.map((credit) => {
    const { user, credited } = credit
    const room = user === null ? undefined : left.get(user)
    if (user === null || room === undefined) return credit
    if (credited.units > room) return waiting(credit, user, unprovenReason)
    left.set(user, room - credited.units)
    return credit
  })
}

/** Sends credits to suspense whose users must certify their tax residence first. */
export const ofCertified = (
  credits: readonly Credit[],
  uncertified: ReadonlySet<UserId>,
): readonly Credit[] =>
  credits.map((credit) => {
    const { user } = credit
    const lacks = user !== null && uncertified.has(user)
    return lacks ? waiting(credit, user, uncertifiedReason) : credit
  })

/** A credit that goes to suspense, where operators find the user whom it names. */
const waiting = ({ paid, fee }: Credit, addressee: UserId, suspense: string): Credit =>
  creditFor({ ...paid, owner: { suspense, addressee } }, fee)

export const referenceOf = ({ provider, ref }: PaidIn): string => `${provider}:${ref}`

export function postingFor({ paid, user, fee, credited }: Credit): Posting {
  const from = house(paid.provider)
  const moves: Move[] =
    user === null
      ? [{ from, to: house('suspense'), amount: paid.amount }]
      : [
          { from, to: available(user), amount: credited },
          { from, to: house('fees'), amount: fee },
        ]
  const paidBy = paid.method.toLowerCase()
  return { key: `deposit:${referenceOf(paid)}`, action: 'DEPOSIT', moves, paidBy }
}

/** The fee that a credited payment's posting takes. */
export const takenDepositFee = (credit: Credit) =>
  credit.user === null
    ? []
    : [
        {
          key: postingFor(credit).key,
          user: credit.user,
          source: 'deposit',
          fee: credit.fee,
        } as const,
      ]

/** Builds the suspense item of a payment without an owner. */
export const suspended = ({ paid, reason }: Credit): Suspended => ({
  source: `${paid.provider} ${paid.method}`,
  reference: referenceOf(paid),
  amount: paid.amount,
  inWords: null,
  reason: reason ?? 'unknown',
  data: {
    bank: paid.bankCode,
    account: paid.accountNumber,
    sent: paid.sent ?? null,
    ...addressed(paid),
  },
})

/** The user whom a payment in suspense names, if it names one. */
const addressed = ({ owner }: PaidIn): Readonly<Record<string, string>> =>
  'suspense' in owner && owner.addressee !== undefined ? { userId: String(owner.addressee) } : {}

export function noticesFor(credit: Credit): readonly Notice[] {
  const { paid, user, fee, credited } = credit
  const key = `deposit:${referenceOf(paid)}`
  const data = {
    symbol: paid.amount.asset.symbol,
    amount: formatMoney(paid.amount),
    fee: formatMoney(fee),
    credited: formatMoney(credited),
    reference: referenceOf(paid),
  }
  if (user === null) return [suspenseAlert(credit, key)]
  const report = paid.method === 'QRIS' ? 'B' : 'A'
  const notice: Notice = { to: 'user', kind: 'deposit-completed', key, user, report, data }
  return credit.feeExceeds ? [notice, feeAlert(credit, key)] : [notice]
}

const factsOf = ({ paid, fee, credited }: Credit) => ({
  amount: shownMoney(paid.amount),
  fee: shownMoney(fee),
  credited: shownMoney(credited),
  reference: referenceOf(paid),
})

const suspenseAlert = (credit: Credit, key: string): Notice => ({
  to: 'operator',
  kind: 'deposit-in-suspense',
  key: `suspense:${key}`,
  severity: severityOf(credit.reason),
  subject: `A deposit of ${shownMoney(credit.paid.amount)} waits in suspense`,
  data: {
    ...factsOf(credit),
    reason: credit.reason ?? 'unknown',
    account: credit.paid.accountNumber ?? '',
    bank: credit.paid.bankCode ?? '',
    sent: credit.paid.sent ?? '',
    ...addressed(credit.paid),
  },
})

const feeAlert = (credit: Credit, key: string): Notice => ({
  to: 'operator',
  kind: 'fee-exceeds-deposit',
  key: `fee-exceeds:${key}`,
  severity: 'warning',
  subject: `A deposit of ${shownMoney(credit.paid.amount)} went entirely to fees`,
  data: factsOf(credit),
})

/**
 * Alerts operators that a payment was redelivered with another amount or account; it was not booked
 * again.
 */
export const conflictAlert = (paid: PaidIn, recorded: RecordedPayment | undefined): Notice => ({
  to: 'operator',
  kind: 'deposit-conflict',
  key: `deposit-conflict:${referenceOf(paid)}:${paid.amount.units}:${paid.accountNumber ?? ''}`,
  severity: 'critical',
  subject: `Payment ${referenceOf(paid)} was reported again with different facts`,
  data: {
    recorded: recorded === undefined ? '' : shownMoney(money(paid.amount.asset, recorded.amount)),
    reported: shownMoney(paid.amount),
    recordedAccount: recorded?.accountNumber ?? '',
    reportedAccount: paid.accountNumber ?? '',
  },
})

/** The facts a deposit was first recorded with. */
export type RecordedPayment = Readonly<{ amount: bigint; accountNumber: string | null }>

export const recordOf = ({ amount, accountNumber }: PaidIn): RecordedPayment => ({
  amount: amount.units,
  accountNumber,
})

export const contradicts = (paid: PaidIn, recorded: RecordedPayment): boolean =>
  paid.amount.units !== recorded.amount || paid.accountNumber !== recorded.accountNumber
