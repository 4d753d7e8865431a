import { z } from 'zod'
import { contentLimits } from '../../app/content/content-limits.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import {
  audited,
  type OperatorOperation,
} from '../../platform/access/operators/operator-endpoint.ts'
import { storeFile } from '../../platform/files/store-file.ts'
import { image } from '../../platform/http/bodies/uploads.ts'

export const UploadPicture = z.object({
  image: image({ maxBytes: contentLimits.pictureBytes, types: ['image/jpeg', 'image/png'] }),
})

export const UploadedPicture = z
  .object({ name: z.string().describe('Send it as the `image` of a banner or a news item.') })
  .meta({ id: 'UploadedPicture' })

/** Stores a picture; it is deleted unless a banner or a news item names it within half an hour. */
export async function uploadPicture(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore' | 'random'>,
  input: z.output<typeof UploadPicture>,
  by: OperatorOperation,
) {
  const stored = await storeFile(ctx, { owner: null, purpose: 'banner', image: input.image.clean })
  if (stored === null) return refuse('api.oss_upload_fail')
  const { name } = stored
  return ctx.db.inTransaction((tx) =>
    audited(tx, by, { subject: { kind: 'picture', id: name } }, { name }),
  )
}
