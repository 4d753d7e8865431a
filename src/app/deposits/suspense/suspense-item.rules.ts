import { type OperatorId, type UserId, userId } from '../../../base/values/ids.ts'
import { integerOf } from '../../../base/values/integers.ts'
import {
  add,
  compare,
  formatMoney,
  type Money,
  smaller,
  subtract,
  zero,
} from '../../../base/values/money.ts'
import { available, house } from '../../../core/ledger/accounts.ts'
import type { Posting } from '../../../core/ledger/post.rules.ts'
import {
  type Credit,
  creditFor,
  type DepositMethod,
  type PaymentProvider,
} from '../paid-in.rules.ts'
import { refundSource } from '../suspended.rules.ts'

export const suspenseStates = ['open', 'proposed', 'assigned', 'returned'] as const
export type SuspenseState = (typeof suspenseStates)[number]

export const suspenseProviders = ['payx', 'payd', 'custody'] as const

/** Received money without an owner, or to which operators assigned one. */
export type SuspenseItem = Readonly<{
  id: number
  /** The provider and the method: `payx VA`, `custody COIN`. */
  source: string
  reference: string
  /** null if the asset is unknown and nothing was booked; then only `inWords` describes it. */
  amount: Money | null
  inWords: string | null
  reason: string
  data: Readonly<Record<string, unknown>>
  state: SuspenseState
  assignedUser: UserId | null
  decidedBy: OperatorId | null
  decidedAt: Date | null
  createdAt: Date
}>

/** What an operator proposes; `user` is null if the money was returned to its sender. */
export type Proposal = Readonly<{ user: UserId | null; reason: string }>

const returnedToSender = 'returned'

/** The statement of a proposal: two proposals of the same user, or of a return, agree. */
export const statementOf = (user: UserId | null): string => user?.toString() ?? returnedToSender

/** The user whom a statement names; null for a return. */
export const ownerIn = (statement: string): UserId | null =>
  statement === returnedToSender ? null : userId(integerOf(statement))

/** The deposit behind an item, by the provider's reference. */
export type Origin =
  | Readonly<{ kind: 'CASH'; provider: PaymentProvider; method: DepositMethod; ref: string }>
  | Readonly<{ kind: 'COIN'; custodyId: string; output: string }>

export const isRefund = ({ source }: SuspenseItem): boolean => source === refundSource

/** The id of the payment that a refund returns. */
export const refundedPayment = ({ data }: SuspenseItem): string => textOf(data['payment']) ?? ''

const providers: ReadonlyMap<string, PaymentProvider> = new Map([
  ['payx', 'payx'],
  ['payd', 'payd'],
])
const methods: ReadonlyMap<string, DepositMethod> = new Map([
  ['VA', 'VA'],
  ['QRIS', 'QRIS'],
  ['ORDER', 'ORDER'],
])

export function originOf({ source, reference }: SuspenseItem): Origin {
  const [held = '', way = ''] = source.split(' ')
  const provider = providers.get(held)
  const method = methods.get(way)
  if (provider !== undefined && method !== undefined) {
    return { kind: 'CASH', provider, method, ref: reference.slice(held.length + 1) }
  }
  const [, custodyId, output] = /^(.+):(\d{1,9})$/s.exec(reference) ?? []
  if (held !== 'custody' || custodyId === undefined || output === undefined) {
    throw new Error(`the suspense item ${reference} has the unknown source ${source}`)
  }
  return { kind: 'COIN', custodyId, output }
}

/** One posting key for assigning and returning, so each item is posted once. */
const keyOfItem = ({ id }: Pick<SuspenseItem, 'id'>): string => `suspense:${id}`

/** Builds the posting that credits the owner, less the fee of a normal deposit. */
export const assignment = (
  item: SuspenseItem,
  amount: Money,
  user: UserId,
  fee: Money,
): Readonly<{ credited: Money; fee: Money; posting: Posting }> => {
  const { credited, fee: taken } = split(item, amount, user, fee)
  const from = house('suspense')
  return {
    credited,
    fee: taken,
    posting: {
      key: keyOfItem(item),
      action: 'DEPOSIT',
      moves: [
        { from, to: available(user), amount: credited },
        { from, to: house('fees'), amount: taken },
      ],
    },
  }
}

function split(item: SuspenseItem, amount: Money, user: UserId, fee: Money) {
  const origin = originOf(item)
  return origin.kind === 'COIN'
    ? { credited: amount, fee: zero(amount.asset) }
    : cashCredit(item, origin, amount, user, fee)
}

/** The credit the payment would have been if its owner had been known at once. */
export const cashCredit = (
  { data }: SuspenseItem,
  { provider, method, ref }: Extract<Origin, { kind: 'CASH' }>,
  amount: Money,
  user: UserId,
  fee: Money,
): Credit =>
  creditFor(
    {
      provider,
      ref,
      method,
      owner: { user },
      amount,
      bankCode: textOf(data['bank']),
      accountNumber: textOf(data['account']),
    },
    fee,
  )

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A payment with its fee, and what its earlier refunds took from the user, or from suspense. */
type PaidAndRefunded = Readonly<{ amount: Money; fee: Money; charged: Money; returned: Money }>

/**
 * What a refund takes from its user, and from the fees. All refunds of a payment together take from
 * the user what was credited, and then the fee. Null if they would exceed the payment.
 */
export function sharesOfRefund(
  { amount: paid, fee, charged: before, returned: gone }: PaidAndRefunded,
  amount: Money,
): Readonly<{ charged: Money; fee: Money }> | null {
  const kept = subtract(paid, gone)
  const refunded = add(before, amount)
  if (compare(refunded, kept) > 0) return null
  const credited = subtract(kept, fee)
  const charged = subtract(smaller(refunded, credited), smaller(before, credited))
  return { charged, fee: subtract(amount, charged) }
}

/** Builds the posting of a refund that its user bears, and the fees what was our fee. */
export const chargedRefund = (
  item: SuspenseItem,
  user: UserId,
  charged: Money,
  fee: Money,
): Posting => ({
  key: keyOfItem(item),
  action: 'ADJUSTMENT',
  moves: [
    { from: available(user), to: house('payx'), amount: charged },
    { from: house('fees'), to: house('payx'), amount: fee },
  ],
})

/** Builds the posting of an item, or of a refund, whose payment was returned to its payer. */
export function returned(item: SuspenseItem, amount: Money, payer: Payer): Posting {
  return {
    key: keyOfItem(item),
    action: 'ADJUSTMENT',
    moves: [{ from: house('suspense'), to: house(payer), amount }],
  }
}

type Payer = 'payx' | 'payd' | 'treasury' | 'custody'

/** The amount for display. */
export const wordsOf = ({ amount, inWords }: SuspenseItem): string =>
  amount === null ? (inWords ?? '') : `${formatMoney(amount)} ${amount.asset.symbol}`
