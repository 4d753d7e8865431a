import { equalSecrets, hmacSha256, keyFor, seal, unseal } from '../../base/crypto.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import { mediaTypeOf, multipart } from '../../http/bodies/body.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { headerOf } from '../../http/route.ts'
import { allowsAddress } from '../address-list.ts'
import {
  isInTime,
  maskedKey,
  signatureBytes,
  signatureVersionOf,
  signedBytes,
} from './api-key.rules.ts'
import { findKeyHolder, type KeyHolder, type StoredPair, useSignature } from './api-key.sql.ts'

const bounds = limits.apiKeys

/** What a program signs in with. The owner sees it once. */
export type KeyPair = Readonly<{ apiKey: string; secretKey: string }>

const keyBytes = 20
const seedBytes = 32

/** A new pair, and the form in which it is stored. */
export function mintPair(
  ctx: Pick<Context, 'config' | 'random'>,
): Readonly<{ pair: KeyPair; stored: StoredPair }> {
  const { appKey } = ctx.config
  const apiKey = `xak_${ctx.random.bytes(keyBytes).toString('base64url')}`
  const serverKey = keyFor(appKey, 'api-key-derivation')
  const secretKey = hmacSha256(serverKey, ctx.random.bytes(seedBytes)).toString('hex')
  const digest = digestOfApiKey(appKey, apiKey)
  return {
    pair: { apiKey, secretKey },
    stored: {
      digest,
      maskedKey: maskedKey(apiKey),
      sealedSecret: seal(appKey, sealPurpose(digest), secretKey, ctx.random),
    },
  }
}

export const digestOfApiKey = (appKey: Uint8Array, apiKey: string): Buffer =>
  hmacSha256(keyFor(appKey, 'api-key-digest'), apiKey)

/** A secret is sealed for its own key, so that no other row's can take its place. */
const sealPurpose = (digest: Buffer): string => `api-key-secret ${digest.toString('hex')}`

/** Whether a secret is the one that is sealed under a key's digest. */
export function isSecretOf(
  appKey: Uint8Array,
  key: Readonly<{ digest: Buffer; sealedSecret: string }>,
  secret: string,
): boolean {
  const own = unseal(appKey, sealPurpose(key.digest), key.sealedSecret)
  return own !== null && equalSecrets(own, secret)
}

/**
 * Whose key a request brings, and what it may do, from the address it comes from; null for a key
 * that is none. Whether the request is signed with it is not looked at.
 */
export async function findKeyOf(
  { config, db }: Pick<Context, 'config' | 'db'>,
  request: HttpRequest,
): Promise<(KeyHolder & Readonly<{ digest: Buffer }>) | null> {
  const apiKey = headerOf(request, names.key)
  if (apiKey === undefined) return null
  const digest = digestOfApiKey(config.appKey, apiKey)
  const found = await findKeyHolder(db, digest)
  return found !== null && allowsAddress(found.ips, request.ip) ? { ...found, digest } : null
}

const names = {
  key: 'x-api-key',
  timestamp: 'x-api-timestamp',
  signature: 'x-api-signature',
  version: 'x-api-signature-version',
}

/** Whether a request means to be signed with a key, well or badly. */
export const bringsKey = ({ headers }: HttpRequest): boolean =>
  Object.values(names).some((name) => headers[name] !== undefined)

/**
 * Whose key signed a request, and what it may do; null when anything of it is wrong. A signature
 * counts once, over all nodes, and only after it was found to be right: strangers store nothing.
 * A form with files is read only after it was let in, so no signature covers it: it has no signer.
 */
export async function findSigner(
  ctx: Pick<Context, 'clock' | 'config' | 'db'>,
  request: HttpRequest,
): Promise<Pick<KeyHolder, 'holder' | 'permissions'> | null> {
  if (mediaTypeOf(headerOf(request, 'content-type')) === multipart) return null
  const timestamp = headerOf(request, names.timestamp)
  const signature = signatureBytes(headerOf(request, names.signature) ?? '')
  const version = signatureVersionOf(headerOf(request, names.version))
  if (timestamp === undefined || signature === null || version === null) return null
  if (!isInTime(timestamp, ctx.clock.now(), bounds.windowMs)) return null
  const found = await findKeyOf(ctx, request)
  if (found === null) return null
  const secret = unseal(ctx.config.appKey, sealPurpose(found.digest), found.sealedSecret)
  if (secret === null) return null
  const right = hmacSha256(Buffer.from(secret), signedBytes(version, timestamp, request))
  if (!equalSecrets(right, signature)) return null
  return (await useSignature(ctx.db, signature, bounds.signatureKeptSeconds)) ? found : null
}
