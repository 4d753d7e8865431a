export const publicSettingLimits = {
  keysAtOnce: 50,
  keyChars: 100,
} as const

export const transactionIdLimits = {
  chars: 64,
  lookupsAMinute: 30,
} as const

export const providerListLimits = {
  keptSeconds: 30 * 86_400,
} as const

export const contentLimits = {
  nameChars: 100,
  slugChars: 200,
  titleChars: 200,
  summaryChars: 500,
  bodyChars: 50_000,
  /** Two bodies, whose characters may take several bytes each, and the other fields. */
  writtenBytes: 512 * 1024,
  tagChars: 50,
  tags: 20,
  addressChars: 2_000,
  pictureBytes: 2 * 1024 * 1024,
  categories: 500,
  banners: 50,
  dictionaryEntries: 500,
  stepChars: 500,
  steps: 20,
} as const
