import type { UserId } from '../../base/values/ids.ts'

/** The year's figures, in the order of the file's schema, with the element of each. */
export const categories = [
  { category: 'coin-acquired', element: 'CryptoToCryptoIn' },
  { category: 'coin-disposed', element: 'CryptoToCryptoOut' },
  { category: 'fiat-acquired', element: 'CryptoFiatIn' },
  { category: 'fiat-disposed', element: 'CryptoFiatOut' },
  { category: 'transfer-in', element: 'CryptoTransferIn', transferType: 'CARF509' },
  { category: 'transfer-out', element: 'CryptoTransferOut', transferType: 'CARF606' },
  { category: 'wallet-out', element: 'TransferWallet' },
] as const

export const categoryNames = categories.map(({ category }) => category)
export type CarfCategory = (typeof categoryNames)[number]

export const recordKinds = ['new', 'correction', 'deletion'] as const
export type RecordKind = (typeof recordKinds)[number]

/**
 * drawing → drawn → proposed → released. Before it is released an operator may discard it.
 */
export const carfStates = ['drawing', 'drawn', 'proposed', 'released', 'discarded'] as const
export type CarfState = (typeof carfStates)[number]

/** The names of what was reported before: corrections refer to them. */
export const recordRef = (year: number, report: number, user: UserId): string =>
  `ID${year}-TUKAR-${report}-${user}`

export const houseRef = (year: number, report: number): string => `ID${year}-TUKAR-${report}-HOUSE`

/** A file has new records, or corrections and deletions: the schema does not mix them. */
export const fileParts = ['new', 'corrections'] as const
export type FilePart = (typeof fileParts)[number]

export const messageRef = (year: number, report: number, part: FilePart): string =>
  `ID${year}-TUKAR-${report}-${part.toUpperCase()}`

/** When a year begins in Jakarta. */
export const startOfYear = (year: number): Date => new Date(`${year}-01-01T00:00:00+07:00`)
