import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fairSemaphore, type QueuePlace } from '../../../base/concurrency/fair-semaphore.ts'
import { Refusal } from '../../../base/refusal.ts'
import type { Random } from '../../../base/secrets/crypto.ts'
import { integerOf } from '../../../base/values/integers.ts'
import { networkOf, ownerNetworkOf } from '../../../base/values/network.ts'
import type { HttpRequest } from '../../http/route.ts'
import { deriveArgon2 } from './argon2.ts'
import { passwordLimits } from './password-limits.ts'

const saltBytes = 16
const bcryptBytes = 72
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Limits concurrent password hashing, which takes memory and a core: some requests wait, scheduled
 * fairly across networks, and the rest are refused and may retry. One core stays free for other
 * work.
 */
const hashing = fairSemaphore({
  atOnce: Math.max(1, Math.min(passwordLimits.hashesAtOnce, availableParallelism() - 1)),
  waiting: passwordLimits.hashesWaiting,
  waitingKnown: passwordLimits.knownHashesWaiting,
  overloaded: () => new Refusal('api.too_many_requests', { retryAfterSeconds: 1 }),
})

/** A request's place in the hashing queue; `known` if it comes from a device the account knows. */
export const queuePlaceOf = ({ ip }: Pick<HttpRequest, 'ip'>, known = false): QueuePlace => ({
  network: ownerNetworkOf(ip),
  address: networkOf(ip),
  known,
})

/** The queue place of hashing that no request caused. */
const ourPlace: QueuePlace = { network: 'ours', address: 'ours', known: false }

/** Refuses if the hashing queue is full, before any lookup or counting. */
export const assertHashCapacity = (place: QueuePlace): void => hashing.assertRoom(place)

type Cost = Readonly<{ memory: number; passes: number; parallelism: number; tagLength: number }>

/** The cost of new hashes, memory in KiB. Tests lower it, since they sign in thousands of times. */
export const hashCost: Cost = { ...passwordLimits.hash }

/** NFKC, so that the same characters typed on different keyboards give the same password. */
const normal = (password: string): string => password.normalize('NFKC')

const derive = (password: string, salt: Buffer, { memory, passes: t, ...rest }: Cost) =>
  deriveArgon2({ message: normal(password), nonce: salt, memory, passes: t, ...rest })

/** Returns an Argon2id hash in PHC form; derived on a separate thread, never on the event loop. */
export async function hashPassword(
  random: Random,
  password: string,
  place: QueuePlace = ourPlace,
): Promise<string> {
  const salt = random.bytes(saltBytes)
  return phcOf(salt, await hashing(place, () => derive(password, salt, hashCost)))
}

function phcOf(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = hashCost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A hash that no password matches, so that an unknown user takes as long as a known one. */
export const noPasswordHash = (): string =>
  phcOf(Buffer.alloc(saltBytes), Buffer.alloc(hashCost.tagLength))

export type Verified = Readonly<{ matches: boolean; outdated: boolean }>

/** Checks a password against its stored hash: Argon2id, or bcrypt for migrated users. */
export async function verifyPassword(
  stored: string,
  password: string,
  place: QueuePlace = ourPlace,
): Promise<Verified> {
  if (/^\$2[aby]\$/.test(stored)) {
    const hash = stored.replace(/^\$2y\$/, '$2b$')
    const { compare } = await import('bcrypt')
    const matches = await hashing(place, () => compare(password, hash))
    // bcrypt ignores bytes beyond 72, so a longer match does not prove the password for rehashing.
    return { matches, outdated: Buffer.byteLength(password) <= bcryptBytes }
  }
  const parts = phc.exec(stored)
  if (parts === null) throw new Error('a stored password hash has an unknown format')
  const [, memory = '', t = '', p = '', salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const used: Cost = {
    memory: integerOf(memory),
    passes: integerOf(t),
    parallelism: integerOf(p),
    tagLength: expected.length,
  }
  const derived = await hashing(place, () => derive(password, Buffer.from(salt, 'base64'), used))
  const outdated = used.memory !== hashCost.memory || used.passes !== hashCost.passes
  return { matches: timingSafeEqual(derived, expected), outdated }
}
