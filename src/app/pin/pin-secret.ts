import type { QueuePlace } from '../../base/concurrency/fair-semaphore.ts'
import { lookupOf } from '../../base/secrets/app-keys.ts'
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
const peppered = ({ config }: Pick<Context, 'config'>, user: UserId, pin: string): string =>
  lookupOf(config, 'pin-pepper', `${user}:${pin}`).toString('base64url')

export const hashPin = (
  ctx: Pick<Context, 'config' | 'random'>,
  user: UserId,
  pin: string,
  turn?: QueuePlace,
): Promise<string> => hashPassword(ctx.random, peppered(ctx, user, pin), turn)

/** PINs of migrated users are bcrypt hashes of the digits alone, so they count as outdated. */
export const verifyPin = (
  ctx: Pick<Context, 'config'>,
  user: UserId,
  pin: string,
  stored: string,
  turn?: QueuePlace,
): Promise<Verified> =>
  verifyPassword(stored, stored.startsWith('$2') ? pin : peppered(ctx, user, pin), turn)
