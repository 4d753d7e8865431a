import { z } from 'zod'
import { keyFor, sealBytes, unsealBytes } from '../../../base/crypto.ts'
import type { Context } from '../../../context.ts'

/** Who is behind a receiving address, as the owner of the coins told it. */
const Residential = z.record(z.string(), z.string())

const keyOf = ({ config }: Pick<Context, 'config'>): Buffer => keyFor(config.appKey, 'residential')

/** Seals it: read by operators alone, and by nobody who holds the database. */
export const sealResidential = (
  ctx: Pick<Context, 'config' | 'random'>,
  told: Readonly<Record<string, string | undefined>>,
): Buffer => sealBytes(keyOf(ctx), Buffer.from(JSON.stringify(told)), ctx.random)

/** What was told, or null where another application key sealed it. */
export function openResidential(
  ctx: Pick<Context, 'config'>,
  sealed: Buffer,
): z.output<typeof Residential> | null {
  const bytes = unsealBytes(keyOf(ctx), sealed)
  return bytes === null ? null : Residential.parse(JSON.parse(bytes.toString('utf8')))
}
