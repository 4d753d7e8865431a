import { z } from 'zod'
import { formatMoney, idr, isWhole, type Money, parseMoney } from '../../base/money.ts'
import type { Answer } from '../outbound.ts'
import { type Ask, amountDigits, invalidId, sentId } from './payx-line.ts'

export type QrCode = Readonly<{
  id: string
  /** Our own reference. */
  externalId: string
  amount: Money
  /** What is drawn as the picture that payers scan. */
  qrString: string
  status: 'ACTIVE' | 'INACTIVE'
}>

export type QrCodes = Readonly<{
  /**
   * Opens a code that is paid once, with exactly this amount of whole rupiah. A reference has one
   * code: after an unknown answer the code is found by it.
   */
  openQrCode: (
    input: Readonly<{ externalId: string; amount: Money; callbackUrl: string }>,
  ) => Promise<Answer<QrCode>>
  findQrCode: (externalId: string) => Promise<Answer<QrCode>>
}>

/**
 * The older of the provider's two interfaces, for its callback is the flat one. It is the default
 * where no version is named, which an account's own default could change.
 */
const headers = { 'api-version': '2020-07-01' }

/** Whole rupiah of an amount, for JSON. */
export function rupiahOf(amount: Money): bigint {
  if (amount.asset.id !== idr.id || !isWhole(amount)) {
    throw new RangeError(`payx moves whole rupiah, not ${amount.asset.symbol} ${amount.units}`)
  }
  return BigInt(formatMoney(amount))
}

/** The provider's digits as rupiah. */
export const rupiah = amountDigits.transform((sent, context): Money => {
  const read = parseMoney(idr, sent)
  if (read.ok) return read.money
  context.addIssue({ code: 'custom', message: 'no amount of rupiah' })
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

const codeOf = (externalId: string) =>
  QrCodeObject.refine((code) => code.externalId === externalId, 'the code of another reference')

export const qrCodesOn = (ask: Ask): QrCodes => ({
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
})
