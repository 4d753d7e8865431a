import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { ownerId } from './virtual-accounts.ts'

export const oldVersion = '2020-07-01'
export const newVersion = '2022-07-31'

const mostRupiah = 10_000_000
const Rupiah = z.int().min(1).max(mostRupiah)
const Metadata = z.record(z.string(), z.unknown()).optional()

/** `POST /qr_codes` of the first version: the code names its callback URL. */
export const NewLegacyCode = z.object({
  external_id: z.string().min(1).max(255),
  type: z.enum(['DYNAMIC', 'STATIC']),
  callback_url: z.url({ protocol: /^https?$/ }),
  amount: Rupiah.optional(),
  metadata: Metadata,
})

/** `POST /qr_codes` of api-version 2022-07-31. */
export const NewCode = z.object({
  reference_id: z.string().min(1).max(255),
  type: z.enum(['DYNAMIC', 'STATIC']),
  currency: z.literal('IDR'),
  amount: Rupiah.optional(),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  channel_code: z.enum(['ID_DANA', 'ID_LINKAJA']).optional(),
  metadata: Metadata,
})

/** The body of `POST /control/payx/qr-payments`. */
export const PayCode = z.strictObject({
  externalId: z.string().min(1).max(255),
  /** Required if the code has none; a string keeps digits that a number would lose. */
  amount: z.union([z.number(), z.string().regex(/^-?\d{1,40}(\.\d{1,20})?$/)]).optional(),
  source: z.string().min(1).max(40).default('GOPAY'),
  form: z.enum(['legacy', '2022']).optional(),
  status: z.string().min(1).max(40).optional(),
  event: z.string().min(1).max(40).default('qr.payment'),
  /** Reports an earlier payment again, for example with another amount. */
  paymentId: z.string().min(1).max(100).optional(),
})
export type PayCode = z.infer<typeof PayCode>

/** A code; the two interfaces show it with different fields. */
export type Code = Readonly<{
  version: typeof oldVersion | typeof newVersion
  id: string
  reference: string
  type: 'DYNAMIC' | 'STATIC'
  amount: number | undefined
  callbackUrl: string | undefined
  channelCode: string | undefined
  expiresAt: string
  metadata: Readonly<Record<string, unknown>> | undefined
  qrString: string
  status: 'ACTIVE' | 'INACTIVE'
  created: string
  updated: string
}>

const lifeMs = 48 * 3_600_000

type Opened = Pick<Code, 'version' | 'reference' | 'type' | 'amount' | 'metadata'> &
  Partial<Pick<Code, 'callbackUrl' | 'channelCode' | 'expiresAt'>>

export function openCode(asked: Opened): Code {
  const now = new Date()
  return {
    callbackUrl: undefined,
    channelCode: 'ID_DANA',
    ...asked,
    expiresAt: asked.expiresAt ?? new Date(now.getTime() + lifeMs).toISOString(),
    id: `qr_${randomUUID()}`,
    qrString: qrString(asked.amount),
    status: 'ACTIVE',
    created: now.toISOString(),
    updated: now.toISOString(),
  }
}

/** Tag, length, value, as EMVCo writes merchant codes. */
const tagged = (tag: string, value: string): string =>
  `${tag}${String(value.length).padStart(2, '0')}${value}`

function qrString(amount: number | undefined): string {
  const merchant = tagged('00', 'ID.CO.QRIS.WWW') + tagged('02', `ID10${randomDigits(11)}`)
  const fields = [
    tagged('00', '01'),
    tagged('01', amount === undefined ? '11' : '12'),
    tagged('51', merchant),
    tagged('52', '6051'),
    tagged('53', '360'),
    ...(amount === undefined ? [] : [tagged('54', String(amount))]),
    tagged('58', 'ID'),
    tagged('59', 'TUKAR'),
    tagged('60', 'JAKARTA'),
    tagged('62', tagged('05', randomDigits(12))),
  ]
  const unchecked = `${fields.join('')}6304`
  return unchecked + checksum(unchecked)
}

const randomDigits = (count: number): string =>
  Array.from(randomBytes(count), (byte) => byte % 10).join('')

/** CRC-16/CCITT-FALSE, which ends every QR text. */
function checksum(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021
    }
    crc &= 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

/** Returns a code in the format of its own interface. */
export const shown = (code: Code) =>
  code.version === oldVersion
    ? {
        id: code.id,
        external_id: code.reference,
        amount: code.amount,
        qr_string: code.qrString,
        callback_url: code.callbackUrl,
        type: code.type,
        status: code.status,
        metadata: code.metadata ?? null,
        created: code.created,
        updated: code.updated,
      }
    : {
        id: code.id,
        reference_id: code.reference,
        business_id: ownerId,
        type: code.type,
        currency: 'IDR',
        amount: code.amount,
        channel_code: code.channelCode,
        status: code.status,
        qr_string: code.qrString,
        expires_at: code.expiresAt,
        description: null,
        metadata: code.metadata ?? null,
        created: code.created,
        updated: code.updated,
      }
