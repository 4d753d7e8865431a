import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { authorized } from '../authorized.ts'
import type { Emulator, Frame } from '../emulator.ts'
import { keptItems, recent } from '../recent.ts'
import { Refused, read } from '../refused.ts'
import { hours, minutes } from '../schedule.ts'
import {
  longForm,
  type Payment,
  PayVirtualAccount,
  payment,
  shortForm,
  withAmount,
} from './payments.ts'
import {
  banks,
  ChangedVirtualAccount,
  NewVirtualAccount,
  newAccountNumber,
  openAccount,
  type VirtualAccount,
} from './virtual-accounts.ts'

const retryAfterMs = [minutes(15), minutes(45), hours(2), hours(3), hours(6), hours(12)]
const activationMs = 12_000
const createdPath = '/api/webhook/payx/handle-created-va'
const paidPath = '/api/webhook/payx/handle-deposit-paid'
const invalid = 'API_VALIDATION_ERROR'
const notFound = 'DATA_NOT_FOUND'

const Id = z.object({ id: z.string() })
const ExternalId = z.object({ externalId: z.string() })
const PaymentId = z.object({ paymentId: z.string() })
const Simulated = z.object({ amount: z.int().positive() })

export function payx(frame: Frame): Emulator {
  const books = bookkeeping(frame)
  return {
    name: 'payx',
    root: '/payx',
    mount: (api) => mountApi(api, frame, books),
    control(api) {
      api.post('/payx/va-payments', (request) =>
        answerPaid(books.pay(read(PayVirtualAccount, request.body))),
      )
    },
    failure: (status, message, code) => ({
      body: { error_code: errorCode(status, code), message },
      ...(status === 429 ? { headers: { 'rate-limit-reset': '1' } } : {}),
    }),
    state: () => ({ payx: books.state() }),
    reset: books.reset,
  }
}

type Books = ReturnType<typeof bookkeeping>

/** All accounts and payments, and what the provider says about them. */
function bookkeeping(frame: Frame) {
  const byNumber = new Map<string, VirtualAccount>()
  const accounts = recent<VirtualAccount>(keptItems, (gone) => byNumber.delete(gone.account_number))
  const payments = recent<Payment>(keptItems)

  function store(account: VirtualAccount): VirtualAccount {
    accounts.put(account.id, account)
    byNumber.set(account.account_number, account)
    return account
  }

  function tell(path: string, body: string): string {
    const headers = {
      'content-type': 'application/json',
      'x-callback-token': frame.secrets.payxDepositToken,
      'webhook-id': randomUUID(),
    }
    return frame.callbacks.send({ provider: 'payx', path, headers, body, retryAfterMs })
  }

  function tellAccount(account: VirtualAccount, created: string): void {
    const updated = new Date().toISOString()
    tell(createdPath, JSON.stringify({ ...account, created, updated }))
  }

  return {
    open(asked: NewVirtualAccount): VirtualAccount {
      const bank = banks.find(({ code }) => code === asked.bank_code)
      if (bank === undefined) {
        throw new Refused(400, 'BANK_NOT_SUPPORTED_ERROR', 'Bank code is not supported')
      }
      if (asked.is_closed && asked.expected_amount === undefined) {
        throw new Refused(400, invalid, 'expected_amount: is required for a closed account')
      }
      const number =
        asked.virtual_account_number ?? newAccountNumber(bank, (digits) => byNumber.has(digits))
      if (!number.startsWith(bank.merchantCode) || byNumber.has(number)) {
        throw new Refused(400, invalid, 'virtual_account_number: is not free in your range')
      }
      const account = store(openAccount(asked, bank, number))
      const created = new Date().toISOString()
      frame.clock.after(activationMs, () => {
        tellAccount(store({ ...(accounts.get(account.id) ?? account), status: 'ACTIVE' }), created)
      })
      return account
    },
    change(id: string, change: z.infer<typeof ChangedVirtualAccount>): VirtualAccount | undefined {
      const account = accounts.get(id)
      if (account === undefined) return undefined
      const { expiration_date, is_single_use, ...free } = change
      const changed = store({
        ...account,
        ...free,
        expiration_date: expiration_date ?? account.expiration_date,
        is_single_use: is_single_use ?? account.is_single_use,
      })
      tellAccount(changed, new Date().toISOString())
      return changed
    },
    account: (id: string) => accounts.get(id),
    byExternalId: (externalId: string) =>
      accounts.all().findLast((account) => account.external_id === externalId),
    payment: (paymentId: string) => payments.get(paymentId),
    /** Pays a number, one this sandbox does not know included: it may have been started again. */
    pay(paid: PayVirtualAccount) {
      const account = byNumber.get(paid.accountNumber)
      if (account !== undefined) refuseUnpayable(account, paid)
      const made = payment(paid, account, bankOf(paid, account))
      if (!payments.get(made.payment_id)) payments.put(made.payment_id, made)
      if (account?.is_single_use === true) store({ ...account, status: 'INACTIVE' })
      const body = paid.form === 'short' ? shortForm(made) : longForm(made, 'PENGIRIM CONTOH')
      const callbackId = tell(paidPath, withAmount(body))
      return { payment: made, callbackId, known: account !== undefined }
    },
    state: () => ({ virtualAccounts: accounts.all(), payments: payments.all() }),
    reset() {
      accounts.clear()
      payments.clear()
      byNumber.clear()
    },
  }
}

function bankOf(paid: PayVirtualAccount, account: VirtualAccount | undefined) {
  const code = paid.bankCode ?? account?.bank_code
  const byCode = banks.find((bank) => bank.code === code)
  const byPrefix = banks.find((bank) => paid.accountNumber.startsWith(bank.merchantCode))
  const merchantCode = account?.merchant_code ?? (byCode ?? byPrefix ?? banks[0]).merchantCode
  return { code: code ?? (byPrefix ?? banks[0]).code, merchantCode }
}

function refuseUnpayable(account: VirtualAccount, paid: PayVirtualAccount): void {
  if (account.status === 'INACTIVE') throw new Refused(400, invalid, 'the account is inactive')
  if (account.is_closed && String(account.expected_amount) !== String(paid.amount)) {
    throw new Refused(400, invalid, `the account takes ${account.expected_amount} only`)
  }
}

const answerPaid = ({ payment: made, callbackId, known }: ReturnType<Books['pay']>) => ({
  ...made,
  known,
  callbackId,
})

function mountApi(api: FastifyInstance, { secrets }: Frame, books: Books): void {
  const credentials = `Basic ${Buffer.from(`${secrets.payxSecretKey}:`).toString('base64')}`
  api.addHook('onRequest', async (request) => {
    if (!authorized(request.headers.authorization, credentials)) {
      throw new Refused(401, 'INVALID_API_KEY', 'API key is invalid')
    }
  })

  api.post('/callback_virtual_accounts', (request) =>
    books.open(read(NewVirtualAccount, request.body, invalid)),
  )
  api.get('/callback_virtual_accounts/:id', (request) =>
    found(books.account(read(Id, request.params).id)),
  )
  api.patch('/callback_virtual_accounts/:id', (request) =>
    found(
      books.change(read(Id, request.params).id, read(ChangedVirtualAccount, request.body, invalid)),
    ),
  )
  api.get('/callback_virtual_account_payments/payment_id=:paymentId', (request, reply) => {
    const made = found(books.payment(read(PaymentId, request.params).paymentId))
    return reply.type('application/json').send(withAmount(shortForm(made)))
  })
  api.post('/callback_virtual_accounts/external_id=:externalId/simulate_payment', (request) => {
    const account = found(books.byExternalId(read(ExternalId, request.params).externalId))
    const { amount } = read(Simulated, request.body, invalid)
    books.pay({ accountNumber: account.account_number, amount, form: 'long' })
    return { status: 'COMPLETED', message: `Payment of ${amount} is being processed` }
  })
  api.get('/available_virtual_account_banks', () =>
    banks.map(({ code, name }) => ({ name, code, country: 'ID', currency: 'IDR' })),
  )
}

function found<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Refused(404, notFound, 'The data was not found')
  return thing
}

function errorCode(status: number, code: string | undefined): string {
  if (code !== undefined && !code.startsWith('FST_')) return code
  if (status === 404) return notFound
  if (status === 429) return 'RATE_LIMIT_EXCEEDED'
  return status >= 500 ? 'SERVER_ERROR' : invalid
}
