import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { objectId, ownerId, type VirtualAccount } from './virtual-accounts.ts'

/** The body of `POST /control/payx/va-payments`. */
export const PayVirtualAccount = z.strictObject({
  accountNumber: z.string().regex(/^\d{1,30}$/),
  /** A string keeps digits that a number would lose. */
  amount: z.union([z.number(), z.string().regex(/^-?\d{1,40}(\.\d{1,20})?$/)]),
  bankCode: z.string().min(1).optional(),
  form: z.enum(['short', 'long']).default('long'),
  /** Reports an earlier payment again, for example with another amount. */
  paymentId: z.string().min(1).max(100).optional(),
})
export type PayVirtualAccount = z.infer<typeof PayVirtualAccount>

/** A payment with the provider's field names; the amount is the text of its digits. */
export type Payment = Readonly<{
  id: string
  payment_id: string
  callback_virtual_account_id: string
  owner_id: string
  external_id: string
  account_number: string
  bank_code: string
  merchant_code: string
  amount: string
  transaction_timestamp: string
}>

export function payment(
  paid: PayVirtualAccount,
  account: VirtualAccount | undefined,
  bank: Readonly<{ code: string; merchantCode: string }>,
): Payment {
  return {
    id: objectId(),
    payment_id: paid.paymentId ?? randomUUID(),
    callback_virtual_account_id: account?.id ?? objectId(),
    owner_id: ownerId,
    external_id: account?.external_id ?? `unknown-${paid.accountNumber}`,
    account_number: paid.accountNumber,
    bank_code: bank.code,
    merchant_code: bank.merchantCode,
    amount: String(paid.amount),
    transaction_timestamp: new Date().toISOString(),
  }
}

/** The short form of earlier years. */
export const shortForm = (paid: Payment) => ({
  ...paid,
  created: paid.transaction_timestamp,
  updated: paid.transaction_timestamp,
})

export const longForm = (paid: Payment, payer: string) => ({
  ...paid,
  currency: 'IDR',
  country: 'ID',
  sender_name: payer,
  payment_detail: {
    payment_interface: 'MOBILE_BANKING',
    remark: null,
    reference: paid.payment_id.slice(0, 12),
    sender_account_number: null,
    sender_channel_code: paid.bank_code,
    sender_name: payer,
    transfer_method: 'INTRABANK',
  },
})

/** JSON with the amount as a number token of exactly its digits. */
export const withAmount = (body: Readonly<{ amount: string }>): string =>
  numberToken(body, body.amount)

/** JSON in which the member `amount`, at any depth, is a number token of these digits. */
export const numberToken = (body: unknown, digits: string): string =>
  JSON.stringify(body).replace(`"amount":"${digits}"`, `"amount":${digits}`)
