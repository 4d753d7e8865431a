import { z } from 'zod'
import { sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import type { Context } from '../../../context.ts'

/** The residential details of the recipient, as the user stated them. */
const Residential = z.record(z.string(), z.string())

export const residentialPurpose = 'residential'

/** Seals the details, so that reading the database does not reveal them. */
export const sealResidential = (
  ctx: Pick<Context, 'config' | 'random'>,
  given: Readonly<Record<string, string | undefined>>,
): string => sealText(ctx.config, residentialPurpose, JSON.stringify(given), ctx.random)

/** Returns the details, or null if none of our keys sealed them. */
export function openResidential(
  ctx: Pick<Context, 'config'>,
  sealed: string,
): z.output<typeof Residential> | null {
  const text = unsealText(ctx.config, residentialPurpose, sealed)
  return text === null ? null : Residential.parse(JSON.parse(text))
}
