import { refuse } from '../../base/refusal.ts'
import { makeOwnKey } from '../../base/secrets/app-keys.ts'
import { sealInSteps } from '../../base/secrets/crypto.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import type { Picture } from '../images/picture.ts'
import { type FilePurpose, insertUploading, markStored } from './files.sql.ts'

/** A picture in the store; records refer to it by its name. */
export type StoredFile = Readonly<{ name: string }>

const nameBytes = 16

/** Binds the key of a picture's object to its name. */
export const fileKeyPurpose = (name: string): string => `file key ${name}`

/**
 * Seals a picture (`upload.clean`) and puts it into the object store under a random name. It is not
 * readable, and is swept after a while, unless `keepFiles` keeps it. Returns null if the store did
 * not accept it: callers then refuse with `api.oss_upload_fail`. Never call it inside a
 * transaction.
 */
export async function storeFile(
  ctx: Pick<Context, 'config' | 'db' | 'log' | 'objectStore' | 'random'>,
  {
    owner,
    purpose,
    image,
  }: Readonly<{ owner: UserId | null; purpose: FilePurpose; image: Picture }>,
): Promise<StoredFile | null> {
  const name = ctx.random.bytes(nameBytes).toString('hex')
  const { key, sealedKey } = makeOwnKey(ctx.config, fileKeyPurpose(name), ctx.random)
  const { mediaType } = image
  const bytes = image.bytes.length
  await insertUploading(ctx.db, { name, owner, purpose, mediaType, bytes, sealedKey })
  const sealed = await sealInSteps(key, [image.bytes], ctx.random)
  const put = await ctx.objectStore.put(name, sealed)
  if (put.kind === 'accepted') return { name }
  // After an unknown answer the object may exist; the sweeper deletes the object and the row.
  ctx.log.error({ file: name, purpose, outcome: put.kind }, 'a file was not stored')
  return null
}

/**
 * Keeps pictures that were just stored, together with this transaction's records of them. Refuses
 * `api.oss_upload_fail` if one was stored so long ago that the sweeper may soon delete it, or has
 * another purpose than the only one allowed.
 */
export async function keepFiles(
  tx: Tx,
  names: readonly string[],
  only: FilePurpose | null = null,
): Promise<void> {
  if (names.length === 0) return
  if ((await markStored(tx, names, only)) < names.length) refuse('api.oss_upload_fail')
}
