import { rupiahAmount } from '../../platform/http/contracts/contracts.ts'
import { cashDepositLimits } from '../deposits/deposit-limits.ts'

/** The bounds of a transfer to our bank, in whole rupiah. */
export const wholeRupiah = rupiahAmount({ min: 1, max: cashDepositLimits.maxRupiah })
