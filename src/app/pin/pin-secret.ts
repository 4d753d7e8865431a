import type { QueuePlace } from '../../base/concurrency/fair-semaphore.ts'
import { lookupsOf } from '../../base/secrets/app-keys.ts'
import type { UserId } from '../../base/values/ids.ts'
import type { Context } from '../../context.ts'
import {
  hashPassword,
  type Verified,
  verifyPassword,
} from '../../platform/access/passwords/passwords.ts'

/**
 * The value that is hashed instead of the PIN. Hashes of a million possible PINs are quickly
 * brute-forced; a key that is not in the database prevents that, and equal PINs of two users
 * differ.
 */
const peppered = (
  { config }: Pick<Context, 'config'>,
  user: UserId,
  pin: string,
): readonly [string, ...string[]] => {
  const [current, ...former] = lookupsOf(config, 'pin-pepper', `${user}:${pin}`)
  return [current.toString('base64url'), ...former.map((mac) => mac.toString('base64url'))]
}

export const hashPin = (
  ctx: Pick<Context, 'config' | 'random'>,
  user: UserId,
  pin: string,
  turn?: QueuePlace,
): Promise<string> => hashPassword(ctx.random, peppered(ctx, user, pin)[0], turn)

/**
 * PINs of migrated users are bcrypt hashes of the digits alone, so they count as outdated, like
 * those with the pepper of a former application key.
 */
export async function verifyPin(
  ctx: Pick<Context, 'config'>,
  user: UserId,
  pin: string,
  stored: string,
  turn?: QueuePlace,
): Promise<Verified> {
  if (stored.startsWith('$2')) return verifyPassword(stored, pin, turn)
  const [current, ...former] = peppered(ctx, user, pin)
  const verified = await verifyPassword(stored, current, turn)
  if (verified.matches) return verified
  for (const pepper of former) {
    if ((await verifyPassword(stored, pepper, turn)).matches)
      return { matches: true, outdated: true }
  }
  return verified
}
