import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { refuseUnknown, shownVerification } from './shown-verification.ts'
import { isVisionRequestId, type VisionRequestId, visionStatus } from './vision-contracts.ts'
import { sealVision, visionData } from './vision-data.ts'
import { mayMoveFrom } from './vision-status.rules.ts'
import { findVerification, updateVerification } from './vision-verifications.sql.ts'

export const UpdateVisionVerification = z.object({
  response_data: visionData,
  status: visionStatus,
})

type VisionUpdate = z.output<typeof UpdateVisionVerification> & z.output<typeof VisionRequestId>

/**
 * Stores the result that the caller reports for a verification. It is unverified: none of the
 * caller's rights depend on it.
 */
export async function updateVisionVerification(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'random'>,
  { requestId, response_data, status }: VisionUpdate,
  caller: Caller,
) {
  if (!isVisionRequestId(requestId)) return refuseUnknown()
  const change = {
    responseData: sealVision(ctx, 'response', requestId, response_data),
    status,
    from: mayMoveFrom(status),
  }
  const updated = await ctx.db.inTransaction((tx) =>
    updateVerification(tx, caller.id, requestId, change),
  )
  if (updated !== null) return shownVerification(ctx, updated)
  const found = await findVerification(ctx.db, caller.id, requestId)
  if (found === null) return refuseUnknown()
  const text = `The status field can not move from ${found.status} to ${status}.`
  return refuse('api.validation_failed', { text, errors: { status: [text] } })
}
