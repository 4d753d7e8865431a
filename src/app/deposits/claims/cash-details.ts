import { z } from 'zod'
import { sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import type { Context } from '../../../context.ts'

/** The payer of a claimed transfer and the bank account it came from, as the user states them. */
export const CashDetails = z
  .object({
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    countryCode: z.string(),
    dialCode: z.string(),
    bankName: z.string(),
    bankNo: z.string(),
    bankCompany: z.string(),
  })
  .meta({ id: 'CashDetails' })
export type CashDetails = z.output<typeof CashDetails>

/** Binds details to one deposit, so that they cannot be swapped between deposits. */
export const detailsPurpose = (ref: string): string => `cash deposit ${ref}`

/** Seals the details; other fields of the given record are left out. */
export function sealDetails(
  ctx: Pick<Context, 'config' | 'random'>,
  ref: string,
  details: CashDetails,
): string {
  const text = JSON.stringify(CashDetails.parse(details))
  return sealText(ctx.config, detailsPurpose(ref), text, ctx.random)
}

/** Returns the details, or null if none of our keys sealed them. */
export function openDetails(
  ctx: Pick<Context, 'config'>,
  ref: string,
  sealed: string,
): CashDetails | null {
  const text = unsealText(ctx.config, detailsPurpose(ref), sealed)
  return text === null ? null : CashDetails.parse(JSON.parse(text))
}
