import { limits } from '../../base/limits.ts'
import { rupiahAmount } from '../../http/contracts.ts'

/** What a transfer to our bank may amount to; the rails move nothing smaller than a rupiah. */
export const wholeRupiah = rupiahAmount({ min: 1, max: limits.cashDeposits.maxRupiah })
