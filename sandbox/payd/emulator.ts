import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { banks } from './banks.ts'
import { type Books, newBooks, open, payNumber, payOrder } from './books.ts'
import {
  AskedMethods,
  AskedStatus,
  methods,
  NewOrder,
  type Payment,
  PayNumber,
  PayOrder,
} from './payments.ts'
import { signed } from './signature.ts'

const Signed = z.object({
  userId: z.int(),
  email: z.string(),
  timestamp: z.int(),
  signature: z.string(),
})

const signatureLifeMs = 5 * 60_000

export function payd(frame: Frame): Emulator {
  const books = newBooks(frame)
  return {
    name: 'payd',
    root: '/payd',
    mount: (api) => {
      mountDisbursement(api, frame)
      mountPayments(api, books)
    },
    control: (api) => {
      api.post('/payd/payments', (request) => payOrder(books, read(PayOrder, request.body)))
      api.post('/payd/va-payments', (request) => payNumber(books, read(PayNumber, request.body)))
    },
    failure: (_status, message, code) => ({
      body: { Message: message, responseCode: codeOf(code), responseDesc: message },
    }),
    state: () => ({ payd: { payments: books.payments.all() } }),
    reset: () => books.payments.clear(),
  }
}

/** Errors of the framework itself have no code of payd's. */
const codeOf = (code: string | undefined): string =>
  code === undefined || code.startsWith('FST_') ? 'EE' : code

function mountPayments(api: FastifyInstance, books: Books): void {
  const { secrets } = books.frame
  const merchant = (code: string, signature: string, ...words: readonly string[]): void => {
    if (code !== secrets.paydMerchantCode) throw new Refused(404, 'MERCHANT', 'Merchant not found')
    if (!authorized(signature, signed(secrets, code, ...words))) {
      throw new Refused(401, 'SIGNATURE', 'Wrong signature')
    }
  }
  api.post('/webapi/api/merchant/v2/inquiry', (request) => {
    const asked = read(NewOrder, request.body)
    const { merchantCode, merchantOrderId, paymentAmount, signature } = asked
    merchant(merchantCode, signature, merchantOrderId, paymentAmount.toString())
    return answered(merchantCode, open(books, asked))
  })
  api.post('/webapi/api/merchant/transactionStatus', (request) => {
    const asked = read(AskedStatus, request.body)
    merchant(asked.merchantCode, asked.signature, asked.merchantOrderId)
    const payment = books.payments.get(asked.merchantOrderId)
    if (payment === undefined) throw new Refused(404, 'TRANSACTION', 'Transaction not found')
    const { merchantOrderId, reference, amount, fee, statusCode, statusMessage } = payment
    return { merchantOrderId, reference, amount, fee, statusCode, statusMessage }
  })
  api.post('/webapi/api/merchant/paymentmethod/getpaymentmethod', (request) => {
    const { merchantcode, amount, datetime, signature } = read(AskedMethods, request.body)
    const words = `${merchantcode}${amount}${datetime}${secrets.paydApiKey}`
    if (!authorized(signature, createHash('sha256').update(words).digest('hex'))) {
      throw new Refused(401, 'SIGNATURE', 'Wrong signature')
    }
    return {
      paymentFee: methods.map(({ code, name }) => ({
        paymentMethod: code,
        paymentName: name,
        paymentImage: `https://images.payd.test/${code}.png`,
        totalFee: '0',
      })),
      responseCode: '00',
      responseMessage: 'SUCCESS',
    }
  })
}

/** The response to an opened order; only some methods include a QR code. */
function answered(merchantCode: string, payment: Payment) {
  const { reference, amount, vaNumber, paymentCode } = payment
  const shows = methods.find(({ code }) => code === paymentCode)?.shows
  return {
    merchantCode,
    reference,
    paymentUrl: `https://pay.payd.test/topup?reference=${reference}`,
    ...(vaNumber === '' ? {} : { vaNumber }),
    ...(shows === 'qr' ? { qrString: `00020101021226${reference}5303360` } : {}),
    amount,
    statusCode: '00',
    statusMessage: 'SUCCESS',
  }
}

function mountDisbursement(api: FastifyInstance, { secrets }: Frame): void {
  api.post('/webapi/api/disbursement/listBank', (request) => {
    const call = read(Signed, request.body, '-100')
    const refused = refusalOf(call, secrets)
    if (refused !== null) return refused
    return { responseCode: '00', responseDesc: 'SUCCESS', Banks: banks }
  })
}

type Account = Readonly<{
  paydDisbursementUserId: string
  paydDisbursementEmail: string
  paydDisbursementSecret: string
}>

/** payd sends refusals with status 200. */
function refusalOf(call: z.infer<typeof Signed>, account: Account) {
  const { userId, email, timestamp, signature } = call
  if (userId.toString() !== account.paydDisbursementUserId) {
    return { responseCode: '-123', responseDesc: 'User not found' }
  }
  if (email !== account.paydDisbursementEmail) {
    return { responseCode: '-213', responseDesc: 'Email does not match' }
  }
  if (Math.abs(Date.now() - timestamp) > signatureLifeMs) {
    return { responseCode: '-960', responseDesc: 'Timestamp has expired' }
  }
  const words = `${email}${timestamp}${account.paydDisbursementSecret}`
  const expected = createHash('sha256').update(words).digest('hex')
  if (!authorized(signature, expected)) {
    return { responseCode: '-191', responseDesc: 'Wrong signature' }
  }
  return null
}
