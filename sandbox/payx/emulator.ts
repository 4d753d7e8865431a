import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { Refused, read } from '../refused.ts'
import { fillAgain, inWire } from './balance.ts'
import { type Books, change, forget, invalid, newBooks, open, pay } from './books.ts'
import { found, notFound } from './found.ts'
import { PayVirtualAccount, shortForm, withAmount } from './payments.ts'
import { forgetPayouts, newPayoutBooks, type PayoutBooks } from './payout-books.ts'
import { controlPayouts, mountPayouts } from './payout-desk.ts'
import { forgetCodes, newQrBooks, type QrBooks } from './qr-books.ts'
import { shown } from './qr-codes.ts'
import { controlCodes, mountCodes } from './qr-desk.ts'
import { limitRates, type Requests } from './rates.ts'
import {
  EndedRefund,
  endRefund,
  newRefundBooks,
  type RefundBooks,
  RefundPayment,
  ReversedPayment,
  refundPayment,
  refundText,
  reversePayment,
} from './refunds.ts'
import {
  ListedTransactions,
  newTransactions,
  pageOf,
  type Transactions,
  inWire as transactionText,
} from './transactions.ts'
import { banks, ChangedVirtualAccount, NewVirtualAccount } from './virtual-accounts.ts'

const Id = z.object({ id: z.string() })
const ExternalId = z.object({ externalId: z.string() })
const PaymentId = z.object({ paymentId: z.string() })
const Simulated = z.object({ amount: z.int().positive() })

type Desk = Readonly<{
  books: Books
  codes: QrBooks
  payouts: PayoutBooks
  transactions: Transactions
  refunds: RefundBooks
  requests: Requests
}>

/** The provider of virtual accounts, QR codes and payouts; they share one balance. */
export function payx(frame: Frame): Emulator {
  const transactions = newTransactions(frame.saved)
  const books = newBooks(frame, transactions)
  const { balance } = books
  const codes = newQrBooks(frame, balance, transactions)
  const payouts = newPayoutBooks(frame, balance)
  const refunds = newRefundBooks({ frame, balance, transactions, books, codes })
  const requests: Requests = new Map()
  return {
    name: 'payx',
    root: '/payx',
    mount: (api) =>
      mountApi(api, frame, { books, codes, payouts, transactions, refunds, requests }),
    control(api) {
      api.post('/payx/va-payments', (request) => pay(books, read(PayVirtualAccount, request.body)))
      controlCodes(api, codes)
      controlPayouts(api, payouts)
      api.post('/payx/refunds', (request) =>
        refundPayment(refunds, read(RefundPayment, request.body)),
      )
      api.post('/payx/refunds/:id', ({ params, body }) =>
        endRefund(refunds, read(Id, params).id, read(EndedRefund, body)),
      )
      api.post('/payx/reversals', (request) =>
        reversePayment(refunds, read(ReversedPayment, request.body).paymentId),
      )
    },
    failure: (status, message, code) => ({
      body: { error_code: errorCode(status, code), message },
    }),
    state: () => ({
      payx: {
        virtualAccounts: books.accounts.all(),
        payments: books.payments.all(),
        qrCodes: codes.codes.all().map(shown),
        qrPayments: codes.payments.all().map(({ code, ...paid }) => ({
          ...paid,
          reference_id: code.reference,
        })),
        refunds: refunds.refunds.all(),
        payouts: payouts.payouts.all(),
        balance: inWire(balance),
      },
    }),
    reset() {
      forget(books)
      forgetCodes(codes)
      forgetPayouts(payouts)
      transactions.clear()
      refunds.refunds.clear()
      fillAgain(balance)
      requests.clear()
    },
  }
}

function mountApi(api: FastifyInstance, { secrets, clock }: Frame, desk: Desk): void {
  const credentials = `Basic ${Buffer.from(`${secrets.payxSecretKey}:`).toString('base64')}`
  api.addHook('onRequest', async (request) => {
    if (!authorized(request.headers.authorization, credentials)) {
      throw new Refused(401, 'INVALID_API_KEY', 'API key is invalid')
    }
  })
  limitRates(api, clock, desk.requests)
  mountAccounts(api, desk.books)
  mountCodes(api, desk.codes)
  mountPayouts(api, desk.payouts)
  mountTransactions(api, desk.transactions)
  api.get('/refunds/:id', (request, reply) => {
    const refund = found(desk.refunds.refunds.get(read(Id, request.params).id))
    return reply.type('application/json').send(refundText(refund))
  })
}

function mountTransactions(api: FastifyInstance, transactions: Transactions): void {
  api.get('/transactions', (request, reply) => {
    const listed = read(ListedTransactions, request.query, invalid)
    return reply.type('application/json').send(pageOf(transactions, listed))
  })
  api.get('/transactions/:id', (request, reply) => {
    const one = found(transactions.get(read(Id, request.params).id))
    return reply.type('application/json').send(transactionText(one))
  })
}

function mountAccounts(api: FastifyInstance, books: Books): void {
  api.post('/callback_virtual_accounts', (request) =>
    open(books, read(NewVirtualAccount, request.body, invalid)),
  )
  api.get('/callback_virtual_accounts/:id', (request) =>
    found(books.accounts.get(read(Id, request.params).id)),
  )
  api.patch('/callback_virtual_accounts/:id', (request) =>
    found(
      change(
        books,
        read(Id, request.params).id,
        read(ChangedVirtualAccount, request.body, invalid),
      ),
    ),
  )
  api.get('/callback_virtual_account_payments/payment_id=:paymentId', (request, reply) => {
    const made = found(books.payments.get(read(PaymentId, request.params).paymentId))
    return reply.type('application/json').send(withAmount(shortForm(made)))
  })
  api.post('/callback_virtual_accounts/external_id=:externalId/simulate_payment', (request) => {
    const account = found(lastOpened(books, read(ExternalId, request.params).externalId))
    const { amount } = read(Simulated, request.body, invalid)
    pay(books, { accountNumber: account.account_number, amount, form: 'long' })
    return { status: 'COMPLETED', message: `Payment of ${amount} is being processed` }
  })
  api.get('/available_virtual_account_banks', () =>
    banks.map(({ code, name }) => ({ name, code, country: 'ID', currency: 'IDR' })),
  )
}

const lastOpened = ({ accounts }: Books, externalId: string) =>
  accounts.all().findLast((account) => account.external_id === externalId)

function errorCode(status: number, code: string | undefined): string {
  if (code !== undefined && !code.startsWith('FST_')) return code
  if (status === 404) return notFound
  if (status === 429) return 'RATE_LIMIT_EXCEEDED'
  return status >= 500 ? 'SERVER_ERROR' : invalid
}
