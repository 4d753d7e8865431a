import { z } from 'zod'
import type { Caller } from '../../access/signed-in.ts'
import { pageBounds, pageOf } from '../../base/page.ts'
import type { Context } from '../../context.ts'
import { optional } from '../../http/contracts.ts'
import { pageFields } from '../../http/lists.ts'
import { shownVerification } from './shown-verification.ts'
import { visionService, visionStatus } from './vision-contracts.ts'
import { countVerifications, selectVerifications } from './vision-verifications.sql.ts'

export const ListVisionVerifications = z.object({
  ...pageFields,
  service: optional(visionService),
  status: visionStatus,
})

/** Lists the caller's records, newest first. */
export async function listVisionVerifications(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  input: z.output<typeof ListVisionVerifications>,
  caller: Caller,
) {
  const { service, status } = input
  const filter = { service, status }
  const [found, total] = await Promise.all([
    selectVerifications(ctx.db, caller.id, filter, pageBounds(input)),
    countVerifications(ctx.db, caller.id, filter),
  ])
  const { currentPage, perPage, totalData, nextPage } = pageOf(found, total, input)
  return {
    data: found.map((record) => shownVerification(ctx, record)),
    pagination: {
      current_page: currentPage,
      per_page: perPage,
      total: totalData,
      next_page: nextPage,
    },
  }
}
