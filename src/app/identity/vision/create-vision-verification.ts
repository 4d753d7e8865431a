import { z } from 'zod'
import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { lockSession } from '../../../platform/access/lock-session.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { keepFiles, storeFile } from '../../../platform/files/store-file.ts'
import { image } from '../../../platform/http/bodies/uploads.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { lockApplicant } from '../identity-histories.sql.ts'
import { visionLimits } from '../identity-limits.ts'
import { shownVerification } from './shown-verification.ts'
import { type ShownVerification, visionService, visionStatus } from './vision-contracts.ts'
import { sealVision, visionData } from './vision-data.ts'
import { insertVisionVerification } from './vision-verifications.sql.ts'

export const CreateVisionVerification = z.object({
  image: image({ maxBytes: visionLimits.imageBytes, types: ['image/jpeg', 'image/png'] }),
  service: visionService,
  request_data: visionData,
  response_data: visionData,
  status: visionStatus,
})

const requestIdBytes = 16

/** Each upload stores an image, so a user's uploads are limited. */
export const visionUploads: CounterRule = {
  name: 'vision-uploads',
  points: 100,
  windowSeconds: 3_600,
}

/** Stores an image with the caller's data, in any status: it is the caller's own record. */
export async function createVisionVerification(
  ctx: Pick<Context, 'clock' | 'config' | 'db' | 'log' | 'objectStore' | 'random'>,
  input: z.output<typeof CreateVisionVerification>,
  caller: Caller,
  request: HttpRequest,
): Promise<ShownVerification> {
  const stored = await storeFile(ctx, {
    owner: caller.id,
    purpose: 'vision',
    image: input.image.clean,
  })
  if (stored === null) return refuse('api.oss_upload_fail')
  const requestId = ctx.random.bytes(requestIdBytes).toString('hex')
  const record = {
    requestId,
    service: input.service,
    file: stored.name,
    requestData: sealVision(ctx, 'request', requestId, input.request_data),
    responseData: sealVision(ctx, 'response', requestId, input.response_data),
    status: input.status ?? 'pending',
  }
  const made = await ctx.db.inTransaction(async (tx) => {
    await lockApplicant(tx, caller.id)
    await lockSession(tx, request)
    await keepFiles(tx, [stored.name])
    return insertVisionVerification(tx, caller.id, record)
  })
  return shownVerification(ctx, made)
}
