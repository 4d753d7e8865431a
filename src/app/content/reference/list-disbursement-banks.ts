import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import {
  findProviderList,
  keepProviderList,
  type ProviderList,
} from '../../../core/reference/provider-lists.sql.ts'
import { readSeconds } from '../../../core/reference/settings.sql.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'
import { providerListLimits } from '../content-limits.ts'

export const DisbursementBank = z
  .object({
    bankCode: z.string(),
    bankName: z.string(),
    maxAmountTransfer: decimal,
  })
  .meta({ id: 'DisbursementBank' })

type Banks = Pick<ProviderList<z.output<typeof DisbursementBank>>, 'items' | 'fetchedAt'>

const ours = ['payd', 'disbursement-banks'] as const

/**
 * Lists the banks payd pays out to. payd's calls are limited, so its list is cached in the
 * database, for all nodes and restarts; while payd is unavailable the cached list is served with
 * its age.
 */
export async function listDisbursementBanks(
  ctx: Pick<Context, 'db' | 'payd' | 'clock' | 'log'>,
): Promise<Banks> {
  const kept = await findProviderList(ctx.db, ...ours, DisbursementBank)
  const keptMs = (await readSeconds(ctx.db.read, 'payd.banks_kept_seconds')) * 1_000
  if (kept !== null && kept.ageMs <= keptMs) return kept
  const answer = await ctx.payd.disbursementBanks()
  if (answer.kind === 'accepted') {
    await keepProviderList(ctx.db, ...ours, answer.value)
    return { items: answer.value, fetchedAt: ctx.clock.now() }
  }
  if (answer.kind === 'rejected') {
    ctx.log.error({ provider: 'payd', code: answer.code }, 'payd refused to list its banks')
  }
  const serves = kept !== null && kept.ageMs <= providerListLimits.keptSeconds * 1_000
  return serves ? kept : refuse('api.bank_list_unavailable')
}
