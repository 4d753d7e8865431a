import type { components } from '@tukar/client'

type Open = components['schemas']['OpenVirtualAccountRequest']

/** The banks with virtual accounts that the service has instructions for. */
export const bankCodes = [
  'BCA',
  'MANDIRI',
  'BNI',
  'BRI',
  'PERMATA',
  'BSI',
  'CIMB',
  'BJB',
  'MUAMALAT',
  'BNC',
  'SAHABAT_SAMPOERNA',
] as const satisfies readonly Open['bankCode'][]

export type BankCode = (typeof bankCodes)[number]
