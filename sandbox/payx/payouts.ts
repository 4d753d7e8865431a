import { z } from 'zod'
import { objectId, ownerId } from './virtual-accounts.ts'

const banks = [
  ['ID_BCA', 'Bank Central Asia'],
  ['ID_MANDIRI', 'Bank Mandiri'],
  ['ID_BNI', 'Bank Negara Indonesia'],
  ['ID_BRI', 'Bank Rakyat Indonesia'],
  ['ID_PERMATA', 'Bank Permata'],
  ['ID_BSI', 'Bank Syariah Indonesia'],
  ['ID_CIMB', 'Bank CIMB Niaga'],
  ['ID_BJB', 'Bank BJB'],
  ['ID_SAHABAT_SAMPOERNA', 'Bank Sahabat Sampoerna'],
  ['ID_BNC', 'Bank Neo Commerce'],
  ['ID_MUAMALAT', 'Bank Muamalat'],
  ['ID_DANAMON', 'Bank Danamon'],
  ['ID_BTN', 'Bank Tabungan Negara'],
  ['ID_OCBC', 'Bank OCBC'],
  ['ID_JAGO', 'Bank Jago'],
] as const
const wallets = [
  ['ID_OVO', 'OVO'],
  ['ID_DANA', 'DANA'],
  ['ID_GOPAY', 'GoPay'],
  ['ID_SHOPEEPAY', 'ShopeePay'],
  ['ID_LINKAJA', 'LinkAja'],
] as const

/** Channels over the counter (`OTC`) exist only in other countries. */
export const categories = ['BANK', 'EWALLET', 'OTC'] as const
type Category = (typeof categories)[number]

const channel = (category: Category, maximum: number) => (named: readonly [string, string]) => ({
  channel_code: named[0],
  channel_name: named[1],
  channel_category: category,
  currency: 'IDR',
  amount_limits: { minimum: 10_000, maximum, minimum_increment: 1 },
})

export const channels = [
  ...banks.map(channel('BANK', 1_999_999_999)),
  ...wallets.map(channel('EWALLET', 20_000_000)),
]

const Emails = z.array(z.email()).max(3).optional()

/** The body of `POST /v2/payouts`. */
export const NewPayout = z.object({
  reference_id: z.string().min(1).max(255),
  channel_code: z.string().min(1),
  channel_properties: z.object({
    account_holder_name: z.string().min(1).max(100),
    account_number: z.string().min(1).max(100),
    account_type: z.string().optional(),
  }),
  amount: z.number().positive(),
  currency: z.literal('IDR'),
  description: z.string().max(100).optional(),
  receipt_notification: z
    .object({ email_to: Emails, email_cc: Emails, email_bcc: Emails })
    .optional(),
  metadata: z
    .record(z.string().max(40), z.union([z.string().max(500), z.number()]))
    .refine((pairs) => Object.keys(pairs).length <= 50, 'has more than 50 keys')
    .optional(),
})
export type NewPayout = z.infer<typeof NewPayout>

/** The body of `POST /control/payx/payouts/{id}`; statuses unknown to the service are allowed. */
export const MovedPayout = z.strictObject({
  status: z.string().regex(/^[A-Za-z0-9_]{3,60}$/),
  failureCode: z
    .string()
    .regex(/^[A-Z_]{3,60}$/)
    .optional(),
})

/** A payout with the provider's field names. */
export type Payout = NewPayout &
  Readonly<{
    id: string
    business_id: string
    status: string
    failure_code?: string | undefined
    created: string
    updated: string
    estimated_arrival_time: string
  }>

const arrivalMs = 15 * 60_000

export function openPayout(asked: NewPayout): Payout {
  const now = new Date()
  return {
    id: `disb-${objectId()}`,
    ...asked,
    business_id: ownerId,
    status: 'ACCEPTED',
    created: now.toISOString(),
    updated: now.toISOString(),
    estimated_arrival_time: new Date(now.getTime() + arrivalMs).toISOString(),
  }
}

/** One automatic step of a payout. */
export type Step = Readonly<{ status: string; failureCode?: string | undefined }>

export const failing = (failureCode: string): readonly Step[] => [{ status: 'FAILED', failureCode }]

/** Account numbers of the provider's test mode, and the steps of payouts to them. */
const documented: ReadonlyMap<string, readonly Step[]> = new Map([
  ['131313', []],
  ['123456', failing('TEMPORARY_TRANSFER_ERROR')],
  ['999999', failing('REJECTED_BY_CHANNEL')],
  ['121212', failing('INVALID_DESTINATION')],
  ['654321', [{ status: 'SUCCEEDED' }, { status: 'REVERSED' }]],
])

export const stepsOf = ({
  channel_properties: { account_number },
}: Pick<Payout, 'channel_properties'>): readonly Step[] =>
  documented.get(account_number) ?? [{ status: 'SUCCEEDED' }]

/** Statuses that return the money to the merchant. */
export const endings: readonly string[] = [
  'FAILED',
  'CANCELLED',
  'COMPLIANCE_REJECTED',
  'EXPIRED',
  'REVERSED',
]
