import { z } from 'zod'
import type { Answer } from '../outbound.ts'
import { type RefundStage, refundStage } from './payment-stages.ts'
import { invalidId, type PayxCall, sentId } from './payx-line.ts'

/** A payment as payx's list of all transactions has it. */
export type ListedPayment = Readonly<{
  /** The id of the listing itself, by which pages follow each other. */
  id: string
  createdAtMs: number
  /** Null if it is none of ours to credit: not paid, or paid by another product. */
  payment: Readonly<{
    method: 'VA' | 'QRIS'
    /** The payment's id in callbacks and in its own interface. */
    ref: string
    /** Our own reference of the account or code. */
    externalId: string
    /** Digits as text; null if payx does not name it. */
    accountNumber: string | null
    channelCode: string | null
    /** As sent; it may be unreadable. */
    amount: string
  }> | null
  /** Set if it may be one to credit, but cannot be read. */
  isUnreadable?: boolean
}>

export type PaymentPage = Readonly<{ payments: readonly ListedPayment[]; hasMore: boolean }>

export type PaymentList = Readonly<{
  /**
   * Returns a page of the payments that were made in a span of time, both ends included; the newest
   * first, or those made before the listing `afterId`.
   */
  listPayments: (
    wanted: Readonly<{ fromMs: number; toMs: number; afterId: string | null }>,
  ) => Promise<Answer<PaymentPage>>
}>

/**
 * What payx lists of money that went back: refunds, and payments that it took back without one,
 * voided before their settlement or reversed after it.
 */
export const refundLists = ['refunds', 'voided', 'reversed'] as const

/** A refund: money that went back to a payer. */
export type PayxRefund = Readonly<{
  id: string
  /** Whether it is a payment that payx took back, which has no refund. */
  isUndone: boolean
  paymentId: string
  /** Decimal rupiah in the digits the provider sent. */
  amount: string
  stage: RefundStage
}>

/**
 * The ids for `findRefund`; `nextId`: the listing after which the next page begins, null at the
 * end.
 */
export type RefundPage = Readonly<{ ids: readonly string[]; nextId: string | null }>

export type Refunds = Readonly<{
  findRefund: (id: string) => Promise<Answer<PayxRefund>>
  /**
   * Returns a page of what changed in one of the lists since a moment, the newest first, or those
   * before the listing `afterId`.
   */
  listRefunds: (
    wanted: Readonly<{
      list: (typeof refundLists)[number]
      fromMs: number
      afterId: string | null
    }>,
  ) => Promise<Answer<RefundPage>>
}>

/** The most that payx lists on a page. */
const listedPayments = 50

const methods: ReadonlyMap<string, 'VA' | 'QRIS'> = new Map([
  ['VIRTUAL_ACCOUNT', 'VA'],
  ['QR_CODE', 'QRIS'],
])

const text = z.string().min(1).max(255)

const Row = z
  .object({
    id: text,
    product_id: text,
    status: z.string(),
    channel_category: z.string(),
    channel_code: z.string().max(100).nullish(),
    reference_id: text,
    account_identifier: z.string().max(100).nullish(),
    currency: z.string(),
    amount: z.string().max(100),
    created: z.iso.datetime({ offset: true }),
  })
  .transform((row): ListedPayment => {
    const method = methods.get(row.channel_category)
    const isPaid = row.status === 'SUCCESS' && row.currency === 'IDR'
    const { id, amount } = row
    const createdAtMs = Date.parse(row.created)
    if (method === undefined || !isPaid) return { id, createdAtMs, payment: null }
    const payment = {
      method,
      ref: row.product_id,
      externalId: row.reference_id,
      accountNumber: row.account_identifier ?? null,
      channelCode: row.channel_code ?? null,
      amount,
    }
    return { id, createdAtMs, payment }
  })

/** An unreadable item does not invalidate the others. */
const UnreadableRow = z
  .object({
    id: text,
    created: z.iso.datetime({ offset: true }),
    status: z.unknown(),
    channel_category: z.unknown(),
  })
  .transform(({ id, created, status, channel_category: category }): ListedPayment => {
    const isUnreadable = status === 'SUCCESS' && methods.has(String(category))
    return { id, createdAtMs: Date.parse(created), payment: null, isUnreadable }
  })

const Rows = z.array(z.union([Row, UnreadableRow])).max(listedPayments)

const Page = z
  .object({ has_more: z.boolean(), data: Rows })
  .transform(({ has_more: hasMore, data }): PaymentPage => ({ payments: data, hasMore }))

const timeOf = (ms: number): string => new Date(ms).toISOString()

export const paymentListOn = (ask: PayxCall): PaymentList => ({
  listPayments: ({ fromMs, toMs, afterId }) =>
    ask({
      method: 'GET',
      path: ['transactions'],
      query: {
        types: 'PAYMENT',
        'created[gte]': timeOf(fromMs),
        'created[lte]': timeOf(toMs),
        limit: String(listedPayments),
        ...(afterId === null ? {} : { after_id: afterId }),
      },
      answer: Page,
    }),
})

const Refund = z
  .object({
    id: text,
    payment_id: text,
    amount: z.string().max(100),
    currency: z.literal('IDR'),
    status: z.string(),
  })
  .transform(
    (refund): PayxRefund => ({
      id: refund.id,
      isUndone: false,
      paymentId: refund.payment_id,
      amount: refund.amount,
      stage: refundStage(refund.status),
    }),
  )

/** In front of the id of a listing: payx took that payment back. */
const undone = 'undone_'

const UndonePayment = z
  .object({
    id: text,
    product_id: text,
    amount: z.string().max(100),
    currency: z.literal('IDR'),
    status: z.string(),
  })
  .transform(
    (listing): PayxRefund => ({
      id: `${undone}${listing.id}`,
      isUndone: true,
      paymentId: listing.product_id,
      amount: listing.amount,
      stage: ['VOIDED', 'REVERSED'].includes(listing.status) ? 'refunded' : 'failed',
    }),
  )

const ListedRefunds = z.object({
  has_more: z.boolean(),
  data: z.array(z.object({ id: text, product_id: text })).max(listedPayments),
})

const refundQueries = {
  refunds: { types: 'REFUND', statuses: 'SUCCESS' },
  voided: { types: 'PAYMENT', statuses: 'VOIDED' },
  reversed: { types: 'PAYMENT', statuses: 'REVERSED' },
} as const

export const refundsOn = (ask: PayxCall): Refunds => ({
  findRefund: async (id) => {
    if (!sentId.test(id)) return invalidId
    const isUndone = id.startsWith(undone)
    return ask({
      method: 'GET',
      path: isUndone ? ['transactions', id.slice(undone.length)] : ['refunds', id],
      answer: (isUndone ? UndonePayment : Refund).refine(
        (refund) => refund.id === id,
        'another refund',
      ),
    })
  },
  listRefunds: ({ list, fromMs, afterId }) =>
    ask({
      method: 'GET',
      path: ['transactions'],
      query: {
        ...refundQueries[list],
        // A refund may stay pending for days.
        'updated[gte]': timeOf(fromMs),
        limit: String(listedPayments),
        ...(afterId === null ? {} : { after_id: afterId }),
      },
      answer: ListedRefunds.transform(
        ({ has_more: hasMore, data }): RefundPage => ({
          ids: data.map(({ id, product_id }) => (list === 'refunds' ? product_id : undone + id)),
          nextId: hasMore ? (data.at(-1)?.id ?? null) : null,
        }),
      ),
    }),
})
