import type { OperatorId, UserId } from '../../../base/ids.ts'
import { formatMoney, type Money, zero } from '../../../base/money.ts'
import { available, house } from '../../../ledger/accounts.ts'
import type { Posting } from '../../../ledger/post.rules.ts'
import {
  type Credit,
  creditFor,
  type DepositMethod,
  type PaymentProvider,
} from '../deposits/paid-in.rules.ts'

export const suspenseStates = ['open', 'proposed', 'assigned', 'returned'] as const
export type SuspenseState = (typeof suspenseStates)[number]

/** Money that came in and has no owner, or had none until operators found one. */
export type SuspenseItem = Readonly<{
  id: number
  /** Who holds it and how it came: `payx VA`, `custody COIN`. */
  source: string
  reference: string
  /** Null where it is of no asset of ours, and so in no book: then there are only words. */
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

/** The deposit an item stems from, by the provider's name for it. */
export type Origin =
  | Readonly<{ kind: 'CASH'; provider: PaymentProvider; method: DepositMethod; ref: string }>
  | Readonly<{ kind: 'COIN'; custodyId: string; output: string }>

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
    throw new Error(`nobody knows where money of ${source} comes from`)
  }
  return { kind: 'COIN', custodyId, output }
}

/** Every item moves once for ever, whatever becomes of it: to a user or back, by one key. */
const keyOfItem = ({ id }: Pick<SuspenseItem, 'id'>): string => `suspense:${id}`

/** What the owner gets, less the fee that would have been taken at once. */
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

/** The payment as if its owner had been known at once. */
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

/** Given back outside of this service, by whoever holds it for us. */
export function returned(item: SuspenseItem, amount: Money): Posting {
  const origin = originOf(item)
  const to = house(origin.kind === 'COIN' ? 'custody' : origin.provider)
  return {
    key: keyOfItem(item),
    action: 'ADJUSTMENT',
    moves: [{ from: house('suspense'), to, amount }],
  }
}

/** How much it is, for people. */
export const wordsOf = ({ amount, inWords }: SuspenseItem): string =>
  amount === null ? (inWords ?? '') : `${formatMoney(amount)} ${amount.asset.symbol}`
