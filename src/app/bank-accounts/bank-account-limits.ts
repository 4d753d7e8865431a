export const bankAccountLimits = {
  perUser: 20,
  idChars: 32,
  numberDigits: 34,
  nameChars: 100,
  addressChars: 255,
} as const
