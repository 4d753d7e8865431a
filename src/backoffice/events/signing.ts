import { z } from 'zod'
import { type AppKeys, sealText, unsealText } from '../../base/secrets/app-keys.ts'
import {
  ed25519PublicKey,
  ed25519Sign,
  hmacSha256,
  type Random,
} from '../../base/secrets/crypto.ts'

/** The keys of a subscription: one that both sides know, and the seed of one that only we know. */
export type SigningKeys = Readonly<{ secret: Buffer; seed: Buffer }>

const keyBytes = 32
export const subscriptionPurpose = 'event subscription'

export const makeKeys = (random: Random): SigningKeys => ({
  secret: random.bytes(keyBytes),
  seed: random.bytes(keyBytes),
})

export const sealKeys = (keys: AppKeys, { secret, seed }: SigningKeys, random: Random): string => {
  const text = JSON.stringify({ secret: secret.toString('base64'), seed: seed.toString('base64') })
  return sealText(keys, subscriptionPurpose, text, random)
}

const bytes = z.base64().transform((text) => Buffer.from(text, 'base64'))
const Sealed = z.object({ secret: bytes, seed: bytes })

/** Opens sealed keys; throws if no application key sealed them. */
export function openKeys(keys: AppKeys, sealed: string): SigningKeys {
  const text = unsealText(keys, subscriptionPurpose, sealed)
  if (text === null) throw new Error('the keys of a subscription cannot be opened')
  return Sealed.parse(JSON.parse(text))
}

/** The secret as Standard Webhooks writes it. */
export const webhookSecretText = ({ secret }: SigningKeys): string =>
  `whsec_${secret.toString('base64')}`

/** The public key as Standard Webhooks writes it. */
export const publicKeyText = ({ seed }: SigningKeys): string =>
  `whpk_${ed25519PublicKey(seed).toString('base64')}`

/**
 * The headers of Standard Webhooks. All keys sign, so that a subscriber may change its secret any
 * time of a rotation; `v1` is the HMAC and `v1a` the Ed25519 signature.
 */
export function signedHeaders(
  all: readonly SigningKeys[],
  { id, at, body }: Readonly<{ id: string; at: Date; body: string }>,
): Readonly<Record<string, string>> {
  const seconds = Math.floor(at.getTime() / 1_000).toString()
  const signed = `${id}.${seconds}.${body}`
  const signatures = all.flatMap((keys) => [
    `v1,${hmacSha256(keys.secret, signed).toString('base64')}`,
    `v1a,${ed25519Sign(keys.seed, signed).toString('base64')}`,
  ])
  return {
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': signatures.join(' '),
  }
}
