import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import type { Saved } from '../saved.ts'
import { ownerId } from './virtual-accounts.ts'

const types = [
  'ADJUSTMENT_ADD',
  'ADJUSTMENT_DEDUCT',
  'CHARGEBACK',
  'CONVERSION',
  'DISBURSEMENT',
  'OTHER',
  'PAYMENT',
  'REFUND',
  'REMITTANCE_PAYOUT',
  'TOPUP',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'WITHDRAWAL',
] as const
const statuses = ['PENDING', 'SUCCESS', 'FAILED', 'VOIDED', 'REVERSED'] as const
const categories = [
  'BANK',
  'CARDS',
  'CARDLESS_CREDIT',
  'CASH',
  'DIRECT_DEBIT',
  'EWALLET',
  'PAYLATER',
  'QR_CODE',
  'RETAIL_OUTLET',
  'VIRTUAL_ACCOUNT',
  'XENPLATFORM',
  'OTHER',
] as const

/** A movement of the merchant's money, with the provider's field names. */
export type Transaction = Readonly<{
  id: string
  /** The id of the payment or refund in its own interface. */
  product_id: string
  type: (typeof types)[number]
  status: (typeof statuses)[number]
  channel_category: (typeof categories)[number]
  channel_code: string
  reference_id: string
  account_identifier: string | null
  currency: 'IDR'
  /** The text of its digits. */
  amount: string
  cashflow: 'MONEY_IN' | 'MONEY_OUT'
  created: string
  updated: string
}>

/** All transactions, in the order in which they were made. */
export type Transactions = Recent<Transaction>

export const newTransactions = (saved: Saved): Transactions => saved.list('payx.transactions')

type Made = Omit<Transaction, 'id' | 'currency' | 'cashflow' | 'updated'>

export function record(transactions: Transactions, made: Made): void {
  const id = `txn_${randomUUID()}`
  const cashflow = made.type === 'PAYMENT' ? 'MONEY_IN' : 'MONEY_OUT'
  transactions.put(id, { ...made, id, currency: 'IDR', cashflow, updated: made.created })
}

/** Takes back a payment in the list: voided before it was settled, or reversed by staff. */
export function undo(transactions: Transactions, paymentId: string, status: 'VOIDED' | 'REVERSED') {
  const found = transactions
    .all()
    .find(({ type, product_id }) => type === 'PAYMENT' && product_id === paymentId)
  if (found === undefined) return
  transactions.put(found.id, { ...found, status, updated: new Date().toISOString() })
}

const severalOf = <const Word extends string>(words: readonly [Word, ...Word[]]) =>
  z.union([z.array(z.enum(words)), z.enum(words).transform((one) => [one])]).optional()

const moment = z.iso.datetime({ offset: true }).transform((sent) => new Date(sent).toISOString())

/** The query of `GET /transactions`. */
export const ListedTransactions = z.object({
  types: severalOf(types),
  statuses: severalOf(statuses),
  channel_categories: severalOf(categories),
  reference_id: z.string().min(1).max(255).optional(),
  product_id: z.string().optional(),
  account_identifier: z.string().optional(),
  currency: z.string().optional(),
  amount: z.coerce.number().optional(),
  'created[gte]': moment.optional(),
  'created[lte]': moment.optional(),
  'updated[gte]': moment.optional(),
  'updated[lte]': moment.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  after_id: z.string().optional(),
  before_id: z.string().optional(),
})
type ListedTransactions = z.infer<typeof ListedTransactions>

/** Returns a page, newest first, with a link to the next one; the JSON text keeps the digits. */
export function pageOf(transactions: Transactions, listed: ListedTransactions): string {
  const all = transactions.all().toReversed()
  const first = listed.after_id === undefined ? 0 : placeOf(all, listed.after_id) + 1
  const end = listed.before_id === undefined ? all.length : placeOf(all, listed.before_id)
  const found = all.slice(first, end).filter((one) => fits(one, listed))
  const { limit } = listed
  const isBack = listed.before_id !== undefined
  const data = isBack ? found.slice(-limit) : found.slice(0, limit)
  const hasMore = found.length > data.length
  const next = new URLSearchParams({ limit: `${limit}`, after_id: data.at(-1)?.id ?? '' })
  const links = hasMore ? [{ href: `/transactions?${next}`, rel: 'next', method: 'GET' }] : []
  const texts = data.map(inWire).join(',')
  return `{"has_more":${hasMore},"data":[${texts}],"links":${JSON.stringify(links)}}`
}

function placeOf(all: readonly Transaction[], id: string): number {
  const place = all.findIndex((one) => one.id === id)
  if (place >= 0) return place
  throw new Refused(400, 'API_VALIDATION_ERROR', 'after_id, before_id: no such transaction')
}

function fits(one: Transaction, listed: ListedTransactions): boolean {
  const { created, updated } = one
  return (
    listed.types?.includes(one.type) !== false &&
    listed.statuses?.includes(one.status) !== false &&
    listed.channel_categories?.includes(one.channel_category) !== false &&
    (listed.reference_id ?? one.reference_id) === one.reference_id &&
    (listed.product_id ?? one.product_id) === one.product_id &&
    (listed.account_identifier ?? one.account_identifier) === one.account_identifier &&
    (listed.currency ?? one.currency) === one.currency &&
    (listed.amount === undefined || listed.amount === Number(one.amount)) &&
    created >= (listed['created[gte]'] ?? '') &&
    created <= (listed['created[lte]'] ?? '~') &&
    updated >= (listed['updated[gte]'] ?? '') &&
    updated <= (listed['updated[lte]'] ?? '~')
  )
}

/** JSON with the amounts as number tokens of exactly their digits. */
export function inWire({ amount, ...one }: Transaction): string {
  const rest = {
    ...one,
    net_amount_currency: one.currency,
    settlement_status: 'PENDING',
    estimated_settlement_time: one.cashflow === 'MONEY_IN' ? one.created : null,
    business_id: ownerId,
    fee: {
      xendit_fee: 0,
      value_added_tax: 0,
      xendit_withholding_tax: 0,
      third_party_withholding_tax: 0,
      status: 'NOT_APPLICABLE',
    },
    product_data: null,
  }
  return `{"amount":${amount},"net_amount":${amount},${JSON.stringify(rest).slice(1)}`
}
