import { semaphore } from '../../base/concurrency/semaphore.ts'
import { Refusal, refuse } from '../../base/refusal.ts'
import { openOwnKey } from '../../base/secrets/app-keys.ts'
import { unsealInSteps } from '../../base/secrets/crypto.ts'
import type { Context } from '../../context.ts'
import type { ImageType } from '../images/picture.ts'
import { fileLimits } from './file-limits.ts'
import { type FilePurpose, type FileRow, findStoredFile } from './files.sql.ts'
import { fileKeyPurpose } from './store-file.ts'

export type FileContent = Readonly<{ bytes: Buffer; mediaType: ImageType }>

type ReadContext = Pick<Context, 'config' | 'db' | 'log' | 'objectStore'>

const { readsAtOnce, publicReadsAtOnce, readsWaiting } = fileLimits

const readers = (permits: number) =>
  semaphore({
    permits,
    waiting: readsWaiting,
    overloaded: () => new Refusal('api.service_unavailable'),
  })

const reading = readers(readsAtOnce)
/** Of its own, so that a flood of public reads delays no signed one. */
const publicReading = readers(publicReadsAtOnce)

type Reading = Readonly<{
  /** Awaited with the size in bytes before any of the picture is read into memory. */
  hold?: ((bytes: number) => Promise<void>) | undefined
  /** Files of other purposes are not found. */
  only?: FilePurpose
  /** For requests that anyone may send. */
  isPublic?: boolean
}>

/**
 * Returns the picture stored under this name; null if there is none, or our key does not open it.
 * Refuses with 503 if the store does not answer.
 */
export async function readFile(
  ctx: ReadContext,
  name: string,
  { hold, only, isPublic = false }: Reading = {},
): Promise<FileContent | null> {
  const file = await findStoredFile(ctx.db, name)
  if (file === null || (only !== undefined && file.purpose !== only)) return null
  await hold?.(file.bytes)
  return (isPublic ? publicReading : reading).run(() => readStored(ctx, file))
}

async function readStored(ctx: ReadContext, file: FileRow): Promise<FileContent | null> {
  const { name, mediaType, sealedKey } = file
  const found = await ctx.objectStore.get(name)
  if (found.kind !== 'accepted') return refuse('api.service_unavailable')
  const key = openOwnKey(ctx.config, fileKeyPurpose(name), sealedKey)
  const opens = key !== null && found.value !== null
  const bytes = opens ? await unsealInSteps(key, found.value) : null
  if (bytes !== null) return { bytes, mediaType }
  const missing = found.value === null
  ctx.log.error({ file: name, missing }, 'a stored file cannot be read')
  return null
}
