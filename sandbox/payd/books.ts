import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Frame } from '../emulator.ts'
import { jsonIn } from '../json-in.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import {
  decided,
  methods,
  type NewOrder,
  opened,
  type Payment,
  type PayNumber,
  type PayOrder,
} from './payments.ts'
import { signed } from './signature.ts'

const orderPath = '/api/webhook/payd-deposit'
const notifyPath = '/api/webhook/payd/notify'
const inquiryPath = '/api/webhook/payd/inquiry'
const minuteMs = 60_000
/** At most five more deliveries; after that payd writes to a person. */
const retryAfterMs = [minuteMs, 2 * minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]
const formType = { 'content-type': 'application/x-www-form-urlencoded' }

export type Books = Readonly<{ frame: Frame; payments: Recent<Payment> }>

export const newBooks = (frame: Frame): Books => ({
  frame,
  payments: frame.saved.list('payd.payments'),
})

/** Opens an order, or returns the open one with this id and amount; any other repeat is refused. */
export function open({ payments }: Books, asked: z.infer<typeof NewOrder>): Payment {
  const known = payments.get(asked.merchantOrderId)
  const amount = asked.paymentAmount.toString()
  if (known !== undefined) {
    if (known.amount === amount && known.statusCode === '01') return known
    throw new Refused(409, 'DUPLICATE', 'The merchant order id was used before')
  }
  const method = methods.find(({ code }) => code === asked.paymentMethod)
  if (method === undefined) throw new Refused(400, 'METHOD', 'Payment channel not available')
  const payment = opened(
    {
      merchantOrderId: asked.merchantOrderId,
      amount,
      productDetail: asked.productDetails,
      paymentCode: method.code,
    },
    method.shows,
  )
  payments.put(payment.merchantOrderId, payment)
  return payment
}

/** Pays an order, also an unknown one, which may be from an earlier run. */
export function payOrder(books: Books, paid: z.infer<typeof PayOrder>) {
  const { merchantOrderId, amount } = paid
  const known = books.payments.get(merchantOrderId)
  const first = { merchantOrderId, amount, productDetail: 'Deposit', paymentCode: 'BC' }
  return {
    known: known !== undefined,
    ...pay(books, known ?? opened(first, 'va'), paid, orderPath),
  }
}

const Inquired = z.looseObject({ statusCode: z.string(), merchantOrderId: z.string().nullish() })

/**
 * Sends the service an inquiry about a number, as a bank does while the payer waits, and then pays
 * it.
 */
export async function payNumber(books: Books, paid: z.infer<typeof PayNumber>) {
  const inquiry = await inquire(books, paid.vaNo, paid.session ?? randomUUID())
  const merchantOrderId = inquiry.merchantOrderId ?? ''
  if (inquiry.statusCode !== '00' || merchantOrderId === '') return { inquiry, callbackId: null }
  const facts = {
    merchantOrderId,
    amount: paid.amount,
    productDetail: 'Fixed virtual account',
    paymentCode: 'A1',
  }
  const payment = books.payments.get(merchantOrderId) ?? {
    ...opened(facts, 'page'),
    vaNumber: paid.vaNo,
  }
  return { inquiry, ...pay(books, payment, paid, notifyPath) }
}

async function inquire({ frame }: Books, vaNo: string, session: string) {
  const { paydMerchantCode: merchantCode, paydVaBin: bin } = frame.secrets
  const action = 'inquiry'
  const fields = {
    action,
    merchantCode,
    bin,
    vaNo,
    session,
    signature: signed(frame.secrets, merchantCode, action, vaNo, session),
  }
  const answer = await frame.callbacks.sendOnce({
    provider: 'payd',
    path: inquiryPath,
    headers: formType,
    body: new URLSearchParams(fields).toString(),
    retryAfterMs: [],
  })
  const read = Inquired.safeParse(jsonIn(answer.body))
  return read.success ? read.data : { statusCode: '99', merchantOrderId: null, heard: answer }
}

type Paid = Readonly<{ amount: string; resultCode: string }>

/**
 * Records the result of an order and sends it to the service; the callback reports the requested
 * result even if the order was paid before.
 */
function pay({ frame, payments }: Books, payment: Payment, paid: Paid, path: string) {
  const now = decided(payment, paid.amount, paid.resultCode)
  payments.put(now.merchantOrderId, now)
  const { merchantOrderId } = now
  const { paydMerchantCode: merchantCode } = frame.secrets
  const fields = {
    merchantCode,
    amount: paid.amount,
    merchantOrderId,
    productDetail: now.productDetail,
    additionalParam: '',
    paymentCode: now.paymentCode,
    resultCode: paid.resultCode,
    merchantUserId: '',
    reference: now.reference,
    signature: signed(frame.secrets, merchantCode, paid.amount, merchantOrderId),
    publisherOrderId: now.publisherOrderId,
    spUserHash: '',
    settlementDate: new Date().toISOString().slice(0, 10),
    issuerCode: '',
  }
  const callbackId = frame.callbacks.send({
    provider: 'payd',
    path,
    headers: formType,
    body: new URLSearchParams(fields).toString(),
    retryAfterMs,
  })
  return { payment: now, callbackId }
}
