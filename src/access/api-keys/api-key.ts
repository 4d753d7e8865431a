import { equalSecrets, hmacSha256, keyFor, seal, unseal } from '../../base/crypto.ts'
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
import { apiKeyLimits } from './api-key-limits.ts'

const bounds = apiKeyLimits

/** The credentials of a program. The owner sees them once. */
export type KeyPair = Readonly<{ apiKey: string; secretKey: string }>

const keyBytes = 20
const seedBytes = 32

/** Generates a key pair, and the form in which it is stored. */
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

/** A secret is sealed for its own key, so that another row's secret cannot be swapped in. */
const sealPurpose = (digest: Buffer): string => `api-key-secret ${digest.toString('hex')}`

/** Returns whether a secret is the one sealed under a key's digest. */
export function isSecretOf(
  appKey: Uint8Array,
  key: Readonly<{ digest: Buffer; sealedSecret: string }>,
  secret: string,
): boolean {
  const own = unseal(appKey, sealPurpose(key.digest), key.sealedSecret)
  return own !== null && equalSecrets(own, secret)
}

/**
 * Returns the key a request names, with its holder and permissions; null if the key is unknown or
 * not allowed from the request's address. Does not check the request's signature.
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

/** Returns whether a request carries any API-key header, valid or not. */
export const bringsKey = ({ headers }: HttpRequest): boolean =>
  Object.values(names).some((name) => headers[name] !== undefined)

/**
 * Returns the holder and permissions of the key that signed a request; null if anything is invalid.
 * A signature is accepted once across all nodes, and is stored only after it verified, so
 * unauthenticated callers store nothing. Multipart forms are read only after admission, so no
 * signature can cover them: they have no signer.
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
