/** The banks at which payx opens virtual accounts, by its codes. */
export const virtualAccountBanks = [
  'BCA',
  'BNI',
  'BRI',
  'MANDIRI',
  'PERMATA',
  'BSI',
  'CIMB',
  'BJB',
  'SAHABAT_SAMPOERNA',
  'BNC',
  'MUAMALAT',
  'BSS',
] as const
