import { sealInSteps } from '../base/crypto.ts'
import type { UserId } from '../base/ids.ts'
import type { Context } from '../context.ts'
import type { Picture } from '../images/picture.ts'
import { insertUploading, markStored, type Purpose } from './files.sql.ts'
import { makeObjectKey } from './object-key.ts'

/** A picture that is kept; its name is what records hold of it. */
export type StoredFile = Readonly<{ name: string }>

const nameBytes = 16

/**
 * Keeps a picture (`upload.clean`) in the object store, sealed, under a random name. null when the
 * store did not take it: callers refuse `api.oss_upload_fail`. Never called inside a transaction.
 */
export async function storeFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore' | 'random'>,
  { owner, purpose, image }: Readonly<{ owner: UserId | null; purpose: Purpose; image: Picture }>,
): Promise<StoredFile | null> {
  const name = ctx.random.bytes(nameBytes).toString('hex')
  const { key, wrapped } = makeObjectKey(ctx.config.appKey, name, ctx.random)
  const { mediaType } = image
  const bytes = image.bytes.length
  await insertUploading(ctx.db, { name, owner, purpose, mediaType, bytes, key: wrapped })
  const sealed = await sealInSteps(key, [image.bytes], ctx.random)
  const put = await ctx.objectStore.put(name, sealed)
  if (put.kind === 'accepted' && (await markStored(ctx.db, name))) return { name }
  // After an unknown answer the object may be there; the sweeper ends both.
  ctx.log.error({ file: name, purpose, outcome: put.kind }, 'a file was not stored')
  return null
}
