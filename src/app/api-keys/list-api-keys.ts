import { z } from 'zod'
import type { Context } from '../../context.ts'
import { countApiKeys, listApiKeys } from '../../platform/access/api-keys/api-key.sql.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { offsetFields, sortFields } from '../../platform/http/contracts/lists.ts'
import { listedKey } from './shown-key.ts'

export const ListApiKeys = z.object({
  ...offsetFields,
  ...sortFields(['createdAt', 'updatedAt', 'apiName']),
})

/** Lists the caller's keys, masked and without secrets. */
export async function showApiKeys(
  ctx: Pick<Context, 'db'>,
  page: z.output<typeof ListApiKeys>,
  caller: Caller,
) {
  const keys = await listApiKeys(ctx.db, caller.id, page)
  return { data: keys.map(listedKey), totalCount: await countApiKeys(ctx.db.read, caller.id) }
}
