import { unsealInSteps } from '../base/crypto.ts'
import { refuse } from '../base/refusal.ts'
import type { Context } from '../context.ts'
import type { ImageType } from '../images/picture.ts'
import { findStored } from './files.sql.ts'
import { openObjectKey } from './object-key.ts'

export type FileContent = Readonly<{ bytes: Buffer; mediaType: ImageType }>

/**
 * The picture that was stored under this name; null when there is none, or none that our key opens.
 * Refused with 503 when the store does not answer.
 */
export async function readFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>,
  name: string,
): Promise<FileContent | null> {
  const file = await findStored(ctx.db, name)
  if (file === null) return null
  const found = await ctx.objectStore.get(name)
  if (found.kind !== 'accepted') return refuse('api.service_unavailable')
  const key = openObjectKey(ctx.config.appKey, name, file.key)
  const opens = key !== null && found.value !== null
  const bytes = opens ? await unsealInSteps(key, found.value) : null
  if (bytes !== null) return { bytes, mediaType: file.mediaType }
  const missing = found.value === null
  ctx.log.error({ file: name, keyId: file.key.keyId, missing }, 'a stored file can not be read')
  return null
}
