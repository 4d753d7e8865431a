import {
  type AppKeys,
  type Lookups,
  lookupOf,
  sealText,
  unsealText,
} from '../../../base/secrets/app-keys.ts'
import { equalSecrets, hmacSha256, keyFor } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import { mediaTypeOf, multipart } from '../../http/bodies/body.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
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

/** The credentials of a program. The owner sees them once. */
export type KeyPair = Readonly<{ apiKey: string; secretKey: string }>

const keyBytes = 20
const seedBytes = 32

/** Generates a key pair, and the form in which it is stored. */
export function mintPair(
  ctx: Pick<Context, 'config' | 'random'>,
): Readonly<{ pair: KeyPair; stored: StoredPair }> {
  const { config } = ctx
  const apiKey = `xak_${ctx.random.bytes(keyBytes).toString('base64url')}`
  const serverKey = keyFor(config.appKeys[0], 'api-key-derivation')
  const secretKey = hmacSha256(serverKey, ctx.random.bytes(seedBytes)).toString('hex')
  const digest = digestOfApiKey(config, apiKey)
  return {
    pair: { apiKey, secretKey },
    stored: {
      digest,
      maskedKey: maskedKey(apiKey),
      sealedSecret: sealText(config, apiKeyPurpose(digest.toString('hex')), secretKey, ctx.random),
    },
  }
}

/** The digest that a key is stored with. */
export const digestOfApiKey = (keys: Lookups, apiKey: string): Buffer =>
  lookupOf(keys, 'api-key-digest', apiKey)

/** A secret is sealed for its own key, so that another row's secret cannot be swapped in. */
export const apiKeyPurpose = (digestHex: string): string => `api-key-secret ${digestHex}`

/** Returns whether a secret is the one sealed under a key's digest. */
export function isSecretOf(
  keys: AppKeys,
  key: Readonly<{ digest: Buffer; sealedSecret: string }>,
  secret: string,
): boolean {
  const own = unsealText(keys, apiKeyPurpose(key.digest.toString('hex')), key.sealedSecret)
  return own !== null && equalSecrets(own, secret)
}

/**
 * Returns the key a request names, with its holder and permissions; null if the key is unknown or
 * not allowed from the request's address. Does not check the request's signature.
 */
export async function findKeyOf(
  { config, db }: Pick<Context, 'config' | 'db'>,
  request: HttpRequest,
): Promise<KeyHolder | null> {
  const apiKey = headerOf(request, names.key)
  if (apiKey === undefined) return null
  const found = await findKeyHolder(db, digestOfApiKey(config, apiKey))
  return found !== null && allowsAddress(found.ips, request.ip) ? found : null
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
  if (!isInTime(timestamp, ctx.clock.now(), apiKeyLimits.windowMs)) return null
  const found = await findKeyOf(ctx, request)
  if (found === null) return null
  const purpose = apiKeyPurpose(found.digest.toString('hex'))
  const secret = unsealText(ctx.config, purpose, found.sealedSecret)
  if (secret === null) return null
  const right = hmacSha256(Buffer.from(secret), signedBytes(version, timestamp, request))
  if (!equalSecrets(right, signature)) return null
  return (await useSignature(ctx.db, signature, apiKeyLimits.signatureKeptSeconds)) ? found : null
}
