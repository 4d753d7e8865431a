import type { UserId } from '../../../base/ids.ts'
import { compare, formatMoney, type Money, subtract, zero } from '../../../base/money.ts'
import { available, house } from '../../../ledger/accounts.ts'
import type { Move, Posting } from '../../../ledger/post.rules.ts'
import type { Notice } from '../../../outbox/notices.ts'
import type { Suspended } from '../suspended.rules.ts'

export type PaymentProvider = 'payx' | 'payd'
export type DepositMethod = 'VA' | 'QRIS' | 'ORDER'

/** A payment a provider says it holds for us. */
export type PaidIn = Readonly<{
  provider: PaymentProvider
  /** The provider's name for the payment: one payment, one credit, for ever. */
  ref: string
  method: DepositMethod
  /** Whose it is; or why nobody can be given it. */
  owner: Readonly<{ user: UserId }> | Readonly<{ suspense: string }>
  amount: Money
  bankCode: string | null
  accountNumber: string | null
  /** What the provider sent, where `amount` alone does not say it. */
  sent?: string
}>

/** A payment, and what its kind is charged: from the settings, never from the payload. */
export type Charged = PaidIn & Readonly<{ fee: Money }>

/** A payment with what we make of it. */
export type Credit = Readonly<{
  paid: PaidIn
  user: UserId | null
  reason: string | null
  fee: Money
  credited: Money
  feeExceeds: boolean
}>

/** The fee comes out of the payment and never out of anything else the user owns. */
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

/** Sends a credit to suspense when it would take what we owe above what we may owe. */
export function withinSupply(credits: readonly Credit[], room: bigint): readonly Credit[] {
  let left = room
  return credits.map((credit) => {
    if (credit.user === null || credit.credited.units <= left) {
      left -= credit.credited.units
      return credit
    }
    return creditFor({ ...credit.paid, owner: { suspense: 'supply-cap' } }, credit.fee)
  })
}

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
  return { key: `deposit:${referenceOf(paid)}`, action: 'DEPOSIT', moves }
}

/** What an operator is to find the owner of. */
export const suspended = ({ paid, reason }: Credit): Suspended => ({
  source: `${paid.provider} ${paid.method}`,
  reference: referenceOf(paid),
  amount: paid.amount,
  inWords: null,
  reason: reason ?? 'unknown',
  data: { bank: paid.bankCode, account: paid.accountNumber, sent: paid.sent ?? null },
})

/** What a credit makes us tell. */
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
  if (user === null) return [suspenseAlert(credit, key, data)]
  const report = paid.method === 'QRIS' ? 'B' : 'A'
  const told: Notice = { to: 'user', kind: 'deposit-completed', key, user, report, data }
  return credit.feeExceeds ? [told, feeAlert(key, data)] : [told]
}

type Facts = Readonly<Record<string, string>>

const suspenseAlert = ({ paid, reason }: Credit, key: string, amounts: Facts): Notice => ({
  to: 'operator',
  kind: 'deposit-in-suspense',
  key: `suspense:${key}`,
  // Every other deposit of the asset waits as well until an operator acts.
  severity: reason === 'supply-cap' ? 'critical' : 'warning',
  subject: `A deposit of ${amounts['symbol']} ${amounts['amount']} waits in suspense`,
  data: {
    ...amounts,
    reason: reason ?? 'unknown',
    account: paid.accountNumber ?? '',
    bank: paid.bankCode ?? '',
    sent: paid.sent ?? '',
  },
})

const feeAlert = (key: string, facts: Facts): Notice => ({
  to: 'operator',
  kind: 'fee-exceeds-deposit',
  key: `fee-exceeds:${key}`,
  severity: 'warning',
  subject: `A deposit of ${facts['symbol']} ${facts['amount']} went to fees whole`,
  data: facts,
})

/** The same payment came before with another amount or for another account: nothing is done. */
export const conflictAlert = (paid: PaidIn, recorded: RecordedPayment | undefined): Notice => ({
  to: 'operator',
  kind: 'deposit-conflict',
  key: `deposit-conflict:${referenceOf(paid)}:${paid.amount.units}:${paid.accountNumber ?? ''}`,
  severity: 'critical',
  subject: `Payment ${referenceOf(paid)} was reported again with other facts`,
  data: {
    recordedUnits: recorded?.amount.toString() ?? '',
    reportedUnits: paid.amount.units.toString(),
    recordedAccount: recorded?.accountNumber ?? '',
    reportedAccount: paid.accountNumber ?? '',
  },
})

/** A deposit as it was first recorded. */
export type RecordedPayment = Readonly<{ amount: bigint; accountNumber: string | null }>

export const recordOf = ({ amount, accountNumber }: PaidIn): RecordedPayment => ({
  amount: amount.units,
  accountNumber,
})

export const contradicts = (paid: PaidIn, recorded: RecordedPayment): boolean =>
  paid.amount.units !== recorded.amount || paid.accountNumber !== recorded.accountNumber
