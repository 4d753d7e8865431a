import { z } from 'zod'
import { sealData, unsealData } from '../../../base/secrets/app-keys.ts'
import type { Context } from '../../../context.ts'

/** The residential details of the recipient, as the user stated them. */
const Residential = z.record(z.string(), z.string())

export const residentialPurpose = 'residential'

/** Seals the details, so that reading the database does not reveal them. */
export const sealResidential = (
  ctx: Pick<Context, 'config' | 'random'>,
  given: Readonly<Record<string, string | undefined>>,
): Buffer =>
  sealData(ctx.config, residentialPurpose, Buffer.from(JSON.stringify(given)), ctx.random)

/** Returns the details, or null if they were sealed with another application key. */
export function openResidential(
  ctx: Pick<Context, 'config'>,
  sealed: Buffer,
): z.output<typeof Residential> | null {
  const bytes = unsealData(ctx.config, residentialPurpose, sealed)
  return bytes === null ? null : Residential.parse(JSON.parse(bytes.toString('utf8')))
}
