import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'

/** Banks that offer virtual accounts, with each one's prefix for this merchant. */
export const banks = [
  { code: 'BCA', name: 'Bank Central Asia', merchantCode: '10766' },
  { code: 'BNI', name: 'Bank Negara Indonesia', merchantCode: '8808' },
  { code: 'BRI', name: 'Bank Rakyat Indonesia', merchantCode: '26215' },
  { code: 'MANDIRI', name: 'Bank Mandiri', merchantCode: '88608' },
  { code: 'PERMATA', name: 'Bank Permata', merchantCode: '8214' },
  { code: 'BSI', name: 'Bank Syariah Indonesia', merchantCode: '9347' },
  { code: 'CIMB', name: 'Bank CIMB Niaga', merchantCode: '93490' },
  { code: 'BJB', name: 'Bank BJB', merchantCode: '12341' },
  { code: 'SAHABAT_SAMPOERNA', name: 'Bank Sahabat Sampoerna', merchantCode: '40102' },
  { code: 'BNC', name: 'Bank Neo Commerce', merchantCode: '90640' },
  { code: 'MUAMALAT', name: 'Bank Muamalat', merchantCode: '87510' },
  { code: 'BSS', name: 'Bank Sahabat Sampoerna (BSS)', merchantCode: '40103' },
] as const

export type Bank = (typeof banks)[number]

export const ownerId = '5f7d2c1e9b3a4d6f80112233'

const accountDigits = 16
const bankWords = /\b(bank|bca|bjb|bnc|bni|bri|bsi|bss|cimb|mandiri|muamalat|permata)/i

/** No word of a name may begin like the name of a bank. */
export const isBankName = (name: string): boolean => bankWords.test(name)

const Rupiah = z.int().positive()

export const NewVirtualAccount = z.object({
  external_id: z.string().min(1).max(950),
  bank_code: z.string(),
  name: z
    .string()
    .min(3)
    .max(50)
    .regex(/^[A-Za-z ]+$/, 'Name may hold letters and spaces only'),
  virtual_account_number: z.string().regex(/^\d+$/).optional(),
  is_closed: z.boolean().default(false),
  is_single_use: z.boolean().default(false),
  expected_amount: Rupiah.optional(),
  suggested_amount: Rupiah.optional(),
  expiration_date: z.iso.datetime().optional(),
  description: z.string().optional(),
  currency: z.literal('IDR').default('IDR'),
  country: z.literal('ID').default('ID'),
})
export type NewVirtualAccount = z.infer<typeof NewVirtualAccount>

export const ChangedVirtualAccount = z.object({
  expected_amount: Rupiah.optional(),
  suggested_amount: Rupiah.optional(),
  expiration_date: z.iso.datetime().optional(),
  is_single_use: z.boolean().optional(),
  description: z.string().optional(),
})

/** A virtual account with the provider's field names. */
export type VirtualAccount = Readonly<{
  id: string
  owner_id: string
  external_id: string
  account_number: string
  bank_code: string
  merchant_code: string
  name: string
  is_closed: boolean
  is_single_use: boolean
  status: 'PENDING' | 'ACTIVE' | 'INACTIVE'
  expiration_date: string
  currency: string
  country: string
  expected_amount?: number | undefined
  suggested_amount?: number | undefined
  description?: string | undefined
}>

const longLifeYears = 31

export function openAccount(
  asked: NewVirtualAccount,
  bank: Bank,
  accountNumber: string,
): VirtualAccount {
  const forever = new Date()
  forever.setUTCFullYear(forever.getUTCFullYear() + longLifeYears)
  const { expected_amount, suggested_amount, description } = asked
  return {
    id: objectId(),
    owner_id: ownerId,
    external_id: asked.external_id,
    account_number: accountNumber,
    bank_code: bank.code,
    merchant_code: bank.merchantCode,
    name: asked.name,
    is_closed: asked.is_closed,
    is_single_use: asked.is_single_use,
    status: 'PENDING',
    expiration_date: asked.expiration_date ?? forever.toISOString(),
    currency: asked.currency,
    country: asked.country,
    ...(expected_amount === undefined ? {} : { expected_amount }),
    ...(suggested_amount === undefined ? {} : { suggested_amount }),
    ...(description === undefined ? {} : { description }),
  }
}

export const objectId = (): string => randomBytes(12).toString('hex')

/**
 * Returns an unused number in the merchant's range. It is random, not counted: a restarted sandbox
 * must not issue numbers that the service already has.
 */
export function newAccountNumber(bank: Bank, taken: (accountNumber: string) => boolean): string {
  for (;;) {
    let digits: string = bank.merchantCode
    while (digits.length < accountDigits) digits += randomInt(10)
    if (!taken(digits)) return digits
  }
}
