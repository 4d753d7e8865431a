import { z } from 'zod'
import { keyFor, sealBytes, unsealBytes } from '../../../../base/crypto.ts'
import type { Context } from '../../../../context.ts'

/** Who says to have paid, and from which account. */
export const CashDetails = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  countryCode: z.string(),
  dialCode: z.string(),
  bankName: z.string(),
  bankNo: z.string(),
  bankCompany: z.string(),
})
export type CashDetails = z.output<typeof CashDetails>

/** A key for each deposit, so that the details of one can't be put in place of another's. */
const keyOf = ({ config }: Pick<Context, 'config'>, ref: string): Buffer =>
  keyFor(config.appKey, `cash deposit ${ref}`)

/** Only these fields, whatever else the record holds. */
export function sealDetails(
  ctx: Pick<Context, 'config' | 'random'>,
  ref: string,
  details: CashDetails,
): Buffer {
  const text = JSON.stringify(CashDetails.parse(details))
  return sealBytes(keyOf(ctx, ref), Buffer.from(text), ctx.random)
}

/** What was said, or null where another application key sealed it. */
export function openDetails(
  ctx: Pick<Context, 'config'>,
  ref: string,
  sealed: Buffer,
): CashDetails | null {
  const bytes = unsealBytes(keyOf(ctx, ref), sealed)
  return bytes === null ? null : CashDetails.parse(JSON.parse(bytes.toString('utf8')))
}
