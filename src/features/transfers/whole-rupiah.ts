import { z } from 'zod'
import { idr, isWhole, type Money, parseMoney } from '../../base/money.ts'
import { moneyText } from '../../http/contracts.ts'

/** Rupiah without a fraction: the rails move nothing smaller. */
export const wholeRupiah = moneyText.transform((digits, context): Money => {
  const read = parseMoney(idr, digits)
  if (read.ok && isWhole(read.money)) return read.money
  context.addIssue({
    code: 'custom',
    message: 'The :attribute field must be a whole number of rupiah.',
  })
  return z.NEVER
})
