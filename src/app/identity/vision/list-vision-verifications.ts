import { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { optional } from '../../../platform/http/contracts/contracts.ts'
import { pageFields } from '../../../platform/http/contracts/lists.ts'
import { shownVerification } from './shown-verification.ts'
import { visionService, visionStatus } from './vision-contracts.ts'
import { readVerifications } from './vision-verifications.sql.ts'

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
  const { data, ...page } = await readVerifications(ctx.db, caller.id, filter, input)
  return {
    data: data.map((record) => shownVerification(ctx, record)),
    pagination: {
      current_page: page.currentPage,
      per_page: page.perPage,
      total: page.totalData,
      next_page: page.nextPage,
    },
  }
}
