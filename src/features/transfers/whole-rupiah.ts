import { limits } from '../../base/limits.ts'
import { rupiahAmount } from '../../http/contracts.ts'

/** The bounds of a transfer to our bank, in whole rupiah. */
export const wholeRupiah = rupiahAmount({ min: 1, max: limits.cashDeposits.maxRupiah })
