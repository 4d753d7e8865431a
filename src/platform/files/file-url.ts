import { macsOf } from '../../base/secrets/app-keys.ts'
import { equalSecrets } from '../../base/secrets/crypto.ts'
import { integerOf } from '../../base/values/integers.ts'
import type { Context } from '../../context.ts'
import { objectName } from '../../providers/object-store/object-store.ts'
import { fileLimits } from './file-limits.ts'

/** Returns a picture's URL, valid for five minutes; null if `name` is not an object name. */
export function fileUrl(ctx: Pick<Context, 'clock' | 'config'>, name: string): string | null {
  if (!objectName.test(name)) return null
  const now = Math.floor(ctx.clock.now().getTime() / 1000)
  const expires = (now + fileLimits.urlTtlSeconds).toString()
  const query = new URLSearchParams({
    expires,
    signature: signaturesOf(ctx, name, expires)[0] ?? '',
  })
  return `${ctx.config.baseUrl}/api/files/${name}?${query}`
}

export type SignedFile = Readonly<{ name: string; expires: string; signature: string }>

/** Whether we signed this URL and it has not expired. */
export function isSigned(
  ctx: Pick<Context, 'clock' | 'config'>,
  { name, expires, signature }: SignedFile,
): boolean {
  if (!objectName.test(name) || !/^[0-9]{1,12}$/.test(expires)) return false
  const valid = signaturesOf(ctx, name, expires).some((one) => equalSecrets(signature, one))
  return valid && integerOf(expires) * 1000 > ctx.clock.now().getTime()
}

const signaturesOf = (
  { config }: Pick<Context, 'config'>,
  name: string,
  expires: string,
): readonly string[] =>
  macsOf(config, 'file url', `${name}.${expires}`).map((mac) => mac.toString('base64url'))
