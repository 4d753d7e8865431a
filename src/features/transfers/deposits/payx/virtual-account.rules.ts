/** The banks payx opens virtual accounts at, by its codes. */
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
