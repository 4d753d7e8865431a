import { refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { fileUrl } from '../../../platform/files/file-url.ts'
import type { ShownVerification } from './vision-contracts.ts'
import { unsealVision } from './vision-data.ts'
import type { StoredVerification } from './vision-verifications.sql.ts'

/** A record as its owner sees it: data decrypted, the image as a URL valid for five minutes. */
export function shownVerification(
  ctx: Pick<Context, 'clock' | 'config'>,
  record: StoredVerification,
): ShownVerification {
  const { requestId, service, status, createdAt, updatedAt } = record
  const imageUrl = fileUrl(ctx, record.file)
  if (imageUrl === null) throw new Error('a verification has an invalid file name')
  return {
    requestId,
    service,
    image_url: imageUrl,
    request_data: unsealVision(ctx, 'request', requestId, record.requestData),
    response_data: unsealVision(ctx, 'response', requestId, record.responseData),
    status,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }
}

export const refuseUnknown = (): never =>
  refuse('api.vision_verification_not_found', { text: 'Verification not found' })
