import { z } from 'zod'
import { formatMoney, idr, isWhole, type Money, parsePadded } from '../../base/values/money.ts'
import type { Answer } from '../outbound.ts'
import { type QrPaymentStage, qrPaymentStage } from './payment-stages.ts'
import { amountDigits, invalidId, type PayxCall, sentId } from './payx-line.ts'

export type QrCode = Readonly<{
  id: string
  /** Our own reference. */
  externalId: string
  amount: Money
  /** The content of the QR picture that payers scan. */
  qrString: string
  status: 'ACTIVE' | 'INACTIVE'
}>

/** A payment of a code, with the provider's terms. */
export type QrPayment = Readonly<{
  id: string
  externalId: string
  /** Decimal rupiah in the digits the provider sent. */
  amount: string
  /** The provider's word. */
  status: string
  /** Null if the status is unknown. */
  stage: QrPaymentStage | null
  /** The app it was paid with. */
  source: string | null
  createdAt: Date | null
}>

export type QrCodes = Readonly<{
  /**
   * Opens a code that is paid once, with exactly this amount of whole rupiah. A reference has one
   * code: after an unknown outcome the code can be found by it.
   */
  openQrCode: (
    input: Readonly<{ externalId: string; amount: Money; callbackUrl: string }>,
  ) => Promise<Answer<QrCode>>
  findQrCode: (externalId: string) => Promise<Answer<QrCode>>
  /** Returns the payments of our code, whether or not they were reported. */
  findQrPayments: (externalId: string) => Promise<Answer<readonly QrPayment[]>>
}>

/**
 * The older of the provider's two interfaces, since its callback is the flat one. It applies by
 * default without a version, but an account's own default could change that.
 */
const headers = { 'api-version': '2020-07-01' }

/** Returns the whole rupiah of an amount, for JSON; throws a `RangeError` for any other amount. */
export function rupiahOf(amount: Money): bigint {
  if (amount.asset.id !== idr.id || !isWhole(amount)) {
    throw new RangeError(`payx moves whole rupiah, not ${amount.asset.symbol} ${amount.units}`)
  }
  return BigInt(formatMoney(amount))
}

/** The provider's digits as rupiah. */
export const rupiah = amountDigits.transform((sent, context): Money => {
  const read = parsePadded(idr, sent)
  if (read.ok) return read.money
  context.addIssue({ code: 'custom', message: 'not an amount of rupiah' })
  return z.NEVER
})

const QrCodeObject = z
  .object({
    id: z.string().min(1).max(100),
    external_id: z.string(),
    amount: rupiah,
    qr_string: z.string().min(1).max(1_000),
    type: z.literal('DYNAMIC'),
    status: z.enum(['ACTIVE', 'INACTIVE']),
  })
  .transform(
    (object): QrCode => ({
      id: object.id,
      externalId: object.external_id,
      amount: object.amount,
      qrString: object.qr_string,
      status: object.status,
    }),
  )

const mostPayments = 10

const QrPaymentObject = z
  .object({
    id: z.string().min(1).max(100),
    // An unreadable amount does not invalidate the other payments.
    amount: z.string().max(100),
    status: z.string().min(1).max(60),
    created: z.iso.datetime({ offset: true }).nullish(),
    qr_code: z.object({ external_id: z.string() }),
    payment_details: z.object({ source: z.string().nullish() }).nullish(),
  })
  .transform(
    ({ id, amount, status, created, ...object }): QrPayment => ({
      id,
      externalId: object.qr_code.external_id,
      amount,
      status,
      stage: qrPaymentStage(status),
      source: object.payment_details?.source?.slice(0, 100) ?? null,
      createdAt: created === null || created === undefined ? null : new Date(created),
    }),
  )

const codeOf = (externalId: string) =>
  QrCodeObject.refine((code) => code.externalId === externalId, 'the code of another reference')

export const qrCodesOn = (ask: PayxCall): QrCodes => ({
  openQrCode: ({ externalId, amount, callbackUrl }) =>
    ask({
      method: 'POST',
      path: ['qr_codes'],
      headers,
      json: {
        external_id: externalId,
        type: 'DYNAMIC',
        callback_url: callbackUrl,
        amount: rupiahOf(amount),
      },
      answer: codeOf(externalId).refine(
        (code) => code.amount.units === amount.units,
        'the code takes another amount',
      ),
    }),
  findQrCode: async (externalId) =>
    sentId.test(externalId)
      ? ask({ method: 'GET', path: ['qr_codes', externalId], headers, answer: codeOf(externalId) })
      : invalidId,
  findQrPayments: async (externalId) =>
    sentId.test(externalId)
      ? ask({
          method: 'GET',
          path: ['qr_codes', 'payments'],
          query: { external_id: externalId, limit: String(mostPayments) },
          headers,
          answer: z
            .array(QrPaymentObject)
            .max(mostPayments)
            .refine(
              (found) => found.every((payment) => payment.externalId === externalId),
              'payments of another reference',
            ),
        })
      : invalidId,
})
