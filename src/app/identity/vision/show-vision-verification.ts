import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { refuseUnknown, shownVerification } from './shown-verification.ts'
import type { VisionRequestId } from './vision-contracts.ts'
import { findVerification } from './vision-verifications.sql.ts'

/** Returns one record of the caller; another user's record is reported as not found. */
export async function showVisionVerification(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
  { requestId }: z.output<typeof VisionRequestId>,
  caller: Caller,
) {
  const found = await findVerification(ctx.db, caller.id, requestId)
  return found === null ? refuseUnknown() : shownVerification(ctx, found)
}
