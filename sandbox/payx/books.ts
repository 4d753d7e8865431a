import type { z } from 'zod'
import type { Frame } from '../emulator.ts'
import type { Recent } from '../recent.ts'
import { Refused } from '../refused.ts'
import { type Balance, newBalance, receive } from './balance.ts'
import {
  longForm,
  type Payment,
  type PayVirtualAccount,
  payment,
  shortForm,
  withAmount,
} from './payments.ts'
import { record, type Transactions } from './transactions.ts'
import {
  banks,
  type ChangedVirtualAccount,
  isBankName,
  type NewVirtualAccount,
  newAccountNumber,
  openAccount,
  type VirtualAccount,
} from './virtual-accounts.ts'
import { sendDeposit } from './webhooks.ts'

export const invalid = 'API_VALIDATION_ERROR'

const activationMs = 12_000
const createdPath = '/api/webhook/payx/handle-created-va'
const paidPath = '/api/webhook/payx/handle-deposit-paid'

/** All accounts and payments, and the frame for the callbacks about them. */
export type Books = Readonly<{
  frame: Frame
  accounts: Recent<VirtualAccount>
  byNumber: Map<string, VirtualAccount>
  payments: Recent<Payment>
  balance: Balance
  transactions: Transactions
}>

export function newBooks(frame: Frame, transactions: Transactions): Books {
  const { saved } = frame
  const byNumber = saved.map<VirtualAccount>('payx.byNumber')
  const dropped = ({ account_number }: VirtualAccount) => byNumber.delete(account_number)
  const books: Books = {
    frame,
    byNumber,
    accounts: saved.list('payx.accounts', dropped),
    payments: saved.list('payx.payments'),
    balance: newBalance(saved),
    transactions,
  }
  for (const account of books.accounts.all()) {
    if (account.status === 'PENDING') activate(books, account)
  }
  return books
}

/** Opens an account as PENDING; after a while it becomes ACTIVE and the service gets a callback. */
export function open(books: Books, asked: NewVirtualAccount): VirtualAccount {
  const bank = banks.find(({ code }) => code === asked.bank_code)
  if (bank === undefined) {
    throw new Refused(400, 'BANK_NOT_SUPPORTED_ERROR', 'Bank code is not supported')
  }
  if (asked.is_closed && asked.expected_amount === undefined) {
    throw new Refused(400, invalid, 'expected_amount: is required for a closed account')
  }
  if (isBankName(asked.name)) {
    const code = 'CALLBACK_VIRTUAL_ACCOUNT_NAME_NOT_ALLOWED_ERROR'
    throw new Refused(400, code, 'The name is not allowed')
  }
  const taken = (digits: string) => books.byNumber.has(digits)
  const number = asked.virtual_account_number ?? newAccountNumber(bank, taken)
  if (!number.startsWith(bank.merchantCode) || taken(number)) {
    throw new Refused(400, invalid, 'virtual_account_number: is not free in your range')
  }
  const account = store(books, openAccount(asked, bank, number))
  activate(books, account)
  return account
}

function activate(books: Books, account: VirtualAccount): void {
  const created = new Date().toISOString()
  books.frame.clock.after(activationMs, () => {
    const now = books.accounts.get(account.id) ?? account
    sendAccount(books, store(books, { ...now, status: 'ACTIVE' }), created)
  })
}

export function change(
  books: Books,
  id: string,
  asked: z.infer<typeof ChangedVirtualAccount>,
): VirtualAccount | undefined {
  const account = books.accounts.get(id)
  if (account === undefined) return undefined
  const { expiration_date, is_single_use, ...free } = asked
  const changed = store(books, {
    ...account,
    ...free,
    expiration_date: expiration_date ?? account.expiration_date,
    is_single_use: is_single_use ?? account.is_single_use,
  })
  sendAccount(books, changed, new Date().toISOString())
  return changed
}

/** Pays a number, also an unknown one, which may be from an earlier run. */
export function pay(books: Books, paid: PayVirtualAccount) {
  const account = books.byNumber.get(paid.accountNumber)
  if (account !== undefined) refuseUnpayable(account, paid)
  const made = payment(paid, account, bankOf(paid, account))
  if (books.payments.get(made.payment_id) === undefined) {
    books.payments.put(made.payment_id, made)
    receive(books.balance, made.amount)
    recordPayment(books, made)
  }
  if (account?.is_single_use === true) store(books, { ...account, status: 'INACTIVE' })
  const body = paid.form === 'short' ? shortForm(made) : longForm(made, 'PENGIRIM CONTOH')
  const callbackId = sendDeposit(books.frame, paidPath, withAmount(body))
  return { ...made, known: account !== undefined, callbackId }
}

function recordPayment({ transactions }: Books, made: Payment): void {
  record(transactions, {
    product_id: made.payment_id,
    type: 'PAYMENT',
    status: 'SUCCESS',
    channel_category: 'VIRTUAL_ACCOUNT',
    channel_code: made.bank_code,
    reference_id: made.external_id,
    account_identifier: made.account_number,
    amount: made.amount,
    created: made.transaction_timestamp,
  })
}

export function forget(books: Books): void {
  books.accounts.clear()
  books.payments.clear()
  books.byNumber.clear()
}

function store(books: Books, account: VirtualAccount): VirtualAccount {
  books.accounts.put(account.id, account)
  books.byNumber.set(account.account_number, account)
  return account
}

function sendAccount(books: Books, account: VirtualAccount, created: string): void {
  const updated = new Date().toISOString()
  sendDeposit(books.frame, createdPath, JSON.stringify({ ...account, created, updated }))
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
