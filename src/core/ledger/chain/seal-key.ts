import type { AppKeys } from '../../../base/secrets/app-keys.ts'
import { ed25519PublicKey, ed25519Sign, keyFor, sha256Hex } from '../../../base/secrets/crypto.ts'

/** What a seal states; `at` in microseconds since 1970. */
export type SealFacts = Readonly<{
  day: string
  at: string
  link: number
  linkHash: Buffer
  totals: Readonly<Record<string, string>>
}>

export type SealKey = Readonly<{ id: string; publicKey: Buffer; seed: Buffer }>

const idDigits = 16

/** Derives the key from the application key, so that all nodes share it. */
export function sealKeyOf({ appKeys: [first] }: AppKeys): SealKey {
  const seed = keyFor(first, 'ledger seal')
  const publicKey = ed25519PublicKey(seed)
  return { id: sha256Hex(publicKey).slice(0, idDigits), publicKey, seed }
}

/** Signs the text of a seal, which docs/ledger-proof.md defines. */
export function signSeal(
  { id, seed }: SealKey,
  { day, at, link, linkHash, totals }: SealFacts,
): Buffer {
  // Names that are integers are listed in their order.
  const sums = Object.entries(totals).map(([asset, units]) => `${asset}:${units}`)
  const lines = ['tukar-seal-1', day, at, link, linkHash.toString('hex'), sums.join(','), id]
  return ed25519Sign(seed, lines.map((line) => `${line}\n`).join(''))
}
