import type { AppKeys } from '../../../base/secrets/app-keys.ts'
import { ed25519PublicKey, ed25519Sign, keyFor, sha256Hex } from '../../../base/secrets/crypto.ts'
import type { SealFacts } from './seals.sql.ts'

/** The key that signs seals. */
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
  const sums = Object.entries(totals)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([asset, units]) => `${asset}:${units}`)
  const lines = ['tukar-seal-1', day, at, link, linkHash.toString('hex'), sums.join(','), id]
  return ed25519Sign(seed, lines.map((line) => `${line}\n`).join(''))
}
