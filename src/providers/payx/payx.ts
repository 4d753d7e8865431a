import { z } from 'zod'
import type { Answer, Tools } from '../outbound.ts'
import { neutralName, payerName } from './payer-name.ts'
import { type Payouts, payoutsOn } from './payouts.ts'
import {
  amountDigits,
  invalidId,
  type PayxAccess,
  type PayxCall,
  payxLine,
  sentId,
} from './payx-line.ts'
import { type QrCodes, qrCodesOn } from './qr-codes.ts'
import { type PaymentList, paymentListOn, type Refunds, refundsOn } from './transactions.ts'

export type PayxVirtualAccount = Readonly<{
  id: string
  /** Our own reference. */
  externalId: string
  /** Digits as text: leading zeros count. */
  accountNumber: string
  bankCode: string
  merchantCode: string
  name: string
  status: 'PENDING' | 'ACTIVE' | 'INACTIVE'
}>

export type VirtualAccountPayment = Readonly<{
  paymentId: string
  virtualAccountId: string
  externalId: string
  accountNumber: string
  bankCode: string
  /** Decimal rupiah in the digits the provider sent. */
  amount: string
  paidAt: Date
}>

export type PayxBank = Readonly<{ code: string; name: string }>

/** The provider of virtual accounts, QR codes and payouts (payx). */
export type Payx = PayxVirtualAccounts & QrCodes & Payouts & PaymentList & Refunds

export type PayxVirtualAccounts = Readonly<{
  /**
   * Opens an open-amount account that accepts any number of payments. Not idempotent: after an
   * unknown outcome the created-account callback, which carries `externalId`, shows whether the
   * account exists.
   */
  createVirtualAccount: (
    input: Readonly<{ externalId: string; bankCode: string; name: string }>,
  ) => Promise<Answer<PayxVirtualAccount>>
  findPayment: (paymentId: string) => Promise<Answer<VirtualAccountPayment>>
  banks: () => Promise<Answer<readonly PayxBank[]>>
}>

const objectId = z.string().regex(/^[0-9a-f]{24}$/i)
const digits = z.string().regex(/^\d{1,34}$/)

const VirtualAccountObject = z
  .object({
    id: objectId,
    external_id: z.string(),
    account_number: digits,
    bank_code: z.string().min(1),
    merchant_code: digits,
    name: z.string(),
    status: z.enum(['PENDING', 'ACTIVE', 'INACTIVE']),
    is_closed: z.literal(false),
    is_single_use: z.literal(false),
    currency: z.literal('IDR').optional(),
  })
  .transform(
    (object): PayxVirtualAccount => ({
      id: object.id,
      externalId: object.external_id,
      accountNumber: object.account_number,
      bankCode: object.bank_code,
      merchantCode: object.merchant_code,
      name: object.name,
      status: object.status,
    }),
  )

const PaymentObject = z
  .object({
    payment_id: z.string().min(1),
    callback_virtual_account_id: objectId,
    external_id: z.string(),
    account_number: digits,
    bank_code: z.string().min(1),
    amount: amountDigits,
    transaction_timestamp: z.iso.datetime({ offset: true }),
    currency: z.literal('IDR').optional(),
  })
  .transform(
    (object): VirtualAccountPayment => ({
      paymentId: object.payment_id,
      virtualAccountId: object.callback_virtual_account_id,
      externalId: object.external_id,
      accountNumber: object.account_number,
      bankCode: object.bank_code,
      amount: object.amount,
      paidAt: new Date(object.transaction_timestamp),
    }),
  )

const BankObjects = z.array(z.object({ code: z.string().min(1), name: z.string() })).max(200)

type NewAccount = Parameters<PayxVirtualAccounts['createVirtualAccount']>[0]

const createNamed = (ask: PayxCall, { externalId, bankCode, name }: NewAccount) =>
  ask({
    method: 'POST',
    path: ['callback_virtual_accounts'],
    json: {
      external_id: externalId,
      bank_code: bankCode,
      name,
      is_closed: false,
      is_single_use: false,
    },
    answer: VirtualAccountObject.refine(
      (account) => account.externalId === externalId && account.bankCode === bankCode,
      'the account is not the one asked for',
    ),
  })

/** Codes with which payx refuses names: words that it does not allow, and the form. */
const refusalsOfNames: ReadonlySet<string> = new Set([
  'CALLBACK_VIRTUAL_ACCOUNT_NAME_NOT_ALLOWED_ERROR',
  'API_VALIDATION_ERROR',
])

export function connectPayx(config: PayxAccess, tools: Tools): Payx {
  const ask = payxLine(config, tools)
  return {
    ...qrCodesOn(ask),
    ...payoutsOn(ask),
    ...paymentListOn(ask),
    ...refundsOn(ask),
    createVirtualAccount: async ({ externalId, bankCode, name }) => {
      const wanted = payerName(name)
      const answer = await createNamed(ask, { externalId, bankCode, name: wanted })
      // payx does not publish all the words that it refuses in names, so a neutral name is tried
      // next; a refusal opened no account.
      const mayBeName = answer.kind === 'rejected' && refusalsOfNames.has(answer.code)
      return mayBeName && wanted !== neutralName
        ? createNamed(ask, { externalId, bankCode, name: neutralName })
        : answer
    },
    findPayment: async (paymentId) =>
      sentId.test(paymentId)
        ? ask({
            method: 'GET',
            path: ['callback_virtual_account_payments', `payment_id=${paymentId}`],
            answer: PaymentObject.refine((paid) => paid.paymentId === paymentId, 'another payment'),
          })
        : invalidId,
    banks: () =>
      ask({ method: 'GET', path: ['available_virtual_account_banks'], answer: BankObjects }),
  }
}
