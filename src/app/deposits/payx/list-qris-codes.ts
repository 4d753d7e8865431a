import { z } from 'zod'
import { type OpenPage, openBounds, openPageOf } from '../../../base/values/page.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { pageFields } from '../../../platform/http/contracts/lists.ts'
import { type QrisCode, readQrisCodes } from './qris-codes.sql.ts'

export const ListQrisCodes = z.object(pageFields)

/** Lists the caller's QR codes, newest first. */
export async function listQrisCodes(
  ctx: Pick<Context, 'db'>,
  page: z.output<typeof ListQrisCodes>,
  caller: Caller,
): Promise<OpenPage<QrisCode>> {
  return openPageOf(await readQrisCodes(ctx.db, caller.id, openBounds(page)), page)
}
