import { z } from 'zod'
import { plainDigits } from '../base/values/plain-digits.ts'

/**
 * An amount as a provider writes it, in plain digits: it may have an exponent, a minus and zeros at
 * its end. JSON numbers must arrive as the text of their digits.
 */
export const reportedDecimal = z
  .string()
  .transform(plainDigits)
  .pipe(z.string().regex(/^-?\d{1,40}(?:\.\d{1,40})?$/))

/** A whole number as the text of its digits, of which there are at most so many. */
export const reportedCount = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`))
    .transform(Number)
