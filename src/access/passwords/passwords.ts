import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { compare as compareBcrypt } from 'bcrypt'
import type { Random } from '../../base/crypto.ts'
import { fairTurns, type Turn } from '../../base/fair-turns.ts'
import { limits } from '../../base/limits.ts'
import { Refusal } from '../../base/refusal.ts'
import { type HttpRequest, neighbourhoodOf, networkOf } from '../../http/route.ts'
import { deriveArgon2 } from './argon2.ts'

const memoryKiB = 19_456
const passes = 2
const lanes = 1
const saltBytes = 16
const tagBytes = 32
const bcryptBytes = 72
const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/**
 * Hashing takes memory and a core: few at once, some waiting in fair turns of their networks, the
 * rest is told to come back. While passwords are guessed, one core stays free for everything else.
 */
const hashing = fairTurns({
  atOnce: Math.max(1, Math.min(limits.passwords.hashesAtOnce, availableParallelism() - 1)),
  waiting: limits.passwords.hashesWaiting,
  waitingKnown: limits.passwords.knownHashesWaiting,
  overloaded: () => new Refusal('api.too_many_requests', { retryAfterSeconds: 1 }),
})

/** A request's turn to hash; `known` if it comes from a device that the account knows. */
export const turnOf = ({ ip }: Pick<HttpRequest, 'ip'>, known = false): Turn => ({
  network: neighbourhoodOf(ip),
  address: networkOf(ip),
  known,
})

/** The turn of what no request asked for. */
const ourTurn: Turn = { network: 'ours', address: 'ours', known: false }

/** Refuses before anything is looked up or counted, if too many wait to be hashed already. */
export const assertRoomToHash = (turn: Turn): void => hashing.assertRoom(turn)

type Cost = Readonly<{ memory: number; passes: number; parallelism: number; tagLength: number }>

const cost: Cost = { memory: memoryKiB, passes, parallelism: lanes, tagLength: tagBytes }

/** NFKC, so that the same characters typed on another keyboard are the same password. */
const normal = (password: string): string => password.normalize('NFKC')

const derive = (password: string, salt: Buffer, { memory, passes: t, ...rest }: Cost) =>
  deriveArgon2({ message: normal(password), nonce: salt, memory, passes: t, ...rest })

/** An Argon2id hash in PHC form; derived on a thread of its own, never on the event loop. */
export async function hashPassword(
  random: Random,
  password: string,
  turn: Turn = ourTurn,
): Promise<string> {
  const salt = random.bytes(saltBytes)
  const tag = await hashing(turn, () => derive(password, salt, cost))
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(salt)}$${base64(tag)}`
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/** A hash of no password, so that an unknown user takes the time of a known one. */
export const noPasswordHash = `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$${base64(
  Buffer.alloc(saltBytes),
)}$${base64(Buffer.alloc(tagBytes))}`

export type Verified = Readonly<{ matches: boolean; outdated: boolean }>

/** Checks a password against its stored hash: Argon2id, or bcrypt of users who were migrated. */
export async function verifyPassword(
  stored: string,
  password: string,
  turn: Turn = ourTurn,
): Promise<Verified> {
  if (/^\$2[aby]\$/.test(stored)) {
    const hash = stored.replace(/^\$2y\$/, '$2b$')
    const matches = await hashing(turn, () => compareBcrypt(password, hash))
    // bcrypt ignores what is longer: such a match does not prove the password to hash anew.
    return { matches, outdated: Buffer.byteLength(password) <= bcryptBytes }
  }
  const parts = phc.exec(stored)
  if (parts === null) throw new Error('a stored password hash is of no known kind')
  const [, memory = '', t = '', p = '', salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const used: Cost = {
    memory: +memory,
    passes: +t,
    parallelism: +p,
    tagLength: expected.length,
  }
  const derived = await hashing(turn, () => derive(password, Buffer.from(salt, 'base64'), used))
  const outdated = used.memory !== cost.memory || used.passes !== cost.passes
  return { matches: timingSafeEqual(derived, expected), outdated }
}
