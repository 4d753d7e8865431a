import { randomInt, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { type Balance, receive } from './balance.ts'
import { numberToken } from './payments.ts'
import {
  type Code,
  type NewCode,
  type NewLegacyCode,
  newVersion,
  oldVersion,
  openCode,
  type PayCode,
} from './qr-codes.ts'
import { record, type Transaction, type Transactions } from './transactions.ts'
import { ownerId } from './virtual-accounts.ts'
import { sendDeposit } from './webhooks.ts'

const invalid = 'API_VALIDATION_ERROR'
const paidPath = '/api/webhook/payx/handle-deposit-paid-qris'

/** A payment of a code; the amount is the text of its digits. */
export type CodePayment = Readonly<{
  id: string
  event: string
  status: string
  amount: string
  source: string
  receiptId: string
  created: string
  code: Code
}>

export type QrBooks = Readonly<{
  frame: Frame
  balance: Balance
  /** By reference. */
  codes: Recent<Code>
  payments: Recent<CodePayment>
  transactions: Transactions
}>

export const newQrBooks = (
  frame: Frame,
  balance: Balance,
  transactions: Transactions,
): QrBooks => ({
  frame,
  balance,
  transactions,
  codes: frame.saved.list('payx.codes'),
  payments: frame.saved.list('payx.codePayments'),
})

export const openLegacy = (books: QrBooks, asked: z.infer<typeof NewLegacyCode>): Code =>
  store(books, {
    version: oldVersion,
    reference: asked.external_id,
    type: asked.type,
    amount: asked.amount,
    callbackUrl: asked.callback_url,
    metadata: asked.metadata,
  })

export const openNew = (books: QrBooks, asked: z.infer<typeof NewCode>): Code =>
  store(books, {
    version: newVersion,
    reference: asked.reference_id,
    type: asked.type,
    amount: asked.amount,
    metadata: asked.metadata,
    channelCode: asked.channel_code,
    ...(asked.expires_at === undefined ? {} : { expiresAt: asked.expires_at }),
  })

function store(books: QrBooks, asked: Parameters<typeof openCode>[0]): Code {
  if (asked.type === 'DYNAMIC' && asked.amount === undefined) {
    throw new Refused(400, invalid, 'amount: is required for a dynamic code')
  }
  if (books.codes.get(asked.reference) !== undefined) {
    throw new Refused(409, 'DUPLICATE_ERROR', 'The external id was used before')
  }
  const code = openCode(asked)
  books.codes.put(code.reference, code)
  return code
}

/** Finds a code by the provider's id or by the merchant's reference. */
export const findCode = ({ codes }: QrBooks, idOrReference: string): Code | undefined =>
  codes.get(idOrReference) ?? codes.all().find(({ id }) => id === idOrReference)

/** Pays a code, also an unknown one; no property of the code prevents it. */
export function payCode(books: QrBooks, paid: PayCode) {
  const known = findCode(books, paid.externalId)
  const amount = paid.amount ?? known?.amount
  if (amount === undefined) throw new Refused(400, invalid, 'amount: the code has none')
  const code = known ?? openCode({ ...stranger, reference: paid.externalId })
  const form = paid.form ?? (code.version === newVersion ? '2022' : 'legacy')
  const payment: CodePayment = {
    id: paid.paymentId ?? `qrpy_${randomUUID()}`,
    event: paid.event,
    status: paid.status ?? (form === 'legacy' ? 'COMPLETED' : 'SUCCEEDED'),
    amount: String(amount),
    source: paid.source,
    receiptId: String(randomInt(10 ** 11, 10 ** 12)),
    created: new Date().toISOString(),
    code,
  }
  if (books.payments.get(payment.id) === undefined) {
    books.payments.put(payment.id, payment)
    receive(books.balance, payment.amount)
    recordPayment(books, payment)
  }
  if (known?.type === 'DYNAMIC') {
    books.codes.put(known.reference, { ...known, status: 'INACTIVE', updated: payment.created })
  }
  const { path, body, version } = callbackOf(payment, form)
  const callbackId = sendDeposit(books.frame, path, numberToken(body, payment.amount), version)
  const { id, status, source } = payment
  return { id, status, source, amount: payment.amount, known: known !== undefined, callbackId }
}

/** Any other status is no payment yet. */
const listedStatuses: ReadonlyMap<string, Transaction['status']> = new Map([
  ['COMPLETED', 'SUCCESS'],
  ['SUCCEEDED', 'SUCCESS'],
  ['FAILED', 'FAILED'],
])

function recordPayment({ transactions }: QrBooks, payment: CodePayment): void {
  record(transactions, {
    product_id: payment.id,
    type: 'PAYMENT',
    status: listedStatuses.get(payment.status) ?? 'PENDING',
    channel_category: 'QR_CODE',
    channel_code: payment.code.channelCode ?? 'QRIS',
    reference_id: payment.code.reference,
    account_identifier: null,
    amount: payment.amount,
    created: payment.created,
  })
}

const stranger = {
  version: oldVersion,
  type: 'STATIC',
  amount: undefined,
  metadata: undefined,
} as const

type Listed = Readonly<{
  external_id: string
  from?: string | undefined
  to?: string | undefined
  limit: number
}>

/**
 * Returns the newest payments of a code between two times, in the format of the older interface.
 */
export function paymentsOf({ payments }: QrBooks, listed: Listed): string {
  const after = Date.parse(listed.from ?? '1970-01-01')
  const before = listed.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(listed.to)
  const found = payments.all().filter(({ code, created }) => {
    const at = Date.parse(created)
    return code.reference === listed.external_id && at >= after && at <= before
  })
  const texts = found.slice(-listed.limit).map((one) => numberToken(flat(one), one.amount))
  return `[${texts.join(',')}]`
}

export function forgetCodes({ codes, payments }: QrBooks): void {
  codes.clear()
  payments.clear()
}

function callbackOf(payment: CodePayment, form: 'legacy' | '2022') {
  const { code } = payment
  const path = code.callbackUrl === undefined ? paidPath : new URL(code.callbackUrl).pathname
  return form === 'legacy'
    ? { path, body: flat(payment), version: oldVersion }
    : { path: paidPath, body: envelope(payment), version: newVersion }
}

const details = ({ receiptId, source }: CodePayment) => ({
  receipt_id: receiptId,
  source,
  name: null,
  account_details: null,
})

/** The older callback, flat. */
const flat = (payment: CodePayment) => ({
  event: payment.event,
  id: payment.id,
  amount: payment.amount,
  created: payment.created,
  qr_code: {
    id: payment.code.id,
    external_id: payment.code.reference,
    qr_string: payment.code.qrString,
    type: payment.code.type,
    metadata: payment.code.metadata ?? null,
  },
  status: payment.status,
  payment_details: details(payment),
})

/** The newer callback, with the payment inside. */
const envelope = (payment: CodePayment) => ({
  event: payment.event,
  api_version: newVersion,
  business_id: ownerId,
  created: payment.created,
  data: {
    id: payment.id,
    business_id: ownerId,
    currency: 'IDR',
    amount: payment.amount,
    status: payment.status,
    created: payment.created,
    qr_id: payment.code.id,
    qr_string: payment.code.qrString,
    reference_id: payment.code.reference,
    type: payment.code.type,
    channel_code: payment.code.channelCode ?? 'ID_DANA',
    expires_at: payment.code.expiresAt,
    description: null,
    basket: null,
    metadata: payment.code.metadata ?? null,
    payment_detail: details(payment),
  },
})
