import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../database/counters.ts'
import { rawText } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { networkOf, wideNetworkOf } from '../../http/route.ts'
import { holdNetworkToRate, holdToRate, takeNetworkPoint } from '../../http/throttle.ts'
import { findUser } from '../../users/users.sql.ts'
import { type KnownDevice, knownDeviceOf } from '../sessions/known-device.ts'
import type { Caller } from '../signed-in.ts'
import {
  assertRoomToHash,
  noPasswordHash,
  turnOf,
  type Verified,
  verifyPassword,
} from './passwords.ts'

/** A password as somebody types it to prove who they are: only its length is bounded. */
export const typedPassword = rawText({ max: limits.passwords.maxChars })

/** One budget for every place where a password is typed, so that none is a side door. */
const passwordGuesses: CounterRule = { name: 'logins', points: 5, windowSeconds: 300 }

/** The same of all networks in an IPv6 /48, any of which one guesser may use. */
const guessesOfWideNetwork: CounterRule = {
  ...passwordGuesses,
  name: 'logins-of-wide-network',
  points: passwordGuesses.points * limits.networks.widePointsFactor,
}

/** Wrong ones of one network, whichever accounts they were for. */
const wrongOfNetwork: CounterRule = {
  name: 'wrong-passwords-of-network',
  points: limits.passwords.wrongOfNetwork,
  windowSeconds: 900,
}

type Account<User> = Readonly<{
  email: string
  /** Returns null if no account has the address. */
  find: () => Promise<User | null>
  /** The device of the request if the account knows it. Accounts without devices leave it out. */
  knownDevice?: () => Promise<KnownDevice | null>
}>

/**
 * Checks what was typed against the account of an address. The try is counted before the account
 * is looked up and the password looked at, so parallel guesses get no more than the allowed number,
 * and what is refused costs little; an unknown address takes the time of a known one; a match
 * forgets the failures before it. A caller who tries many addresses is stopped by what was wrong of
 * the network. Neither that counter nor what others guess in the same network stops a device that
 * the account knows: its tries are counted by the device.
 */
export async function checkPassword<User extends Readonly<{ passwordHash: string | null }>>(
  ctx: Pick<Context, 'counters' | 'log'>,
  request: Pick<HttpRequest, 'ip'>,
  { email, find, knownDevice }: Account<User>,
  typed: string,
): Promise<Verified & Readonly<{ user: User | null }>> {
  const device = (await knownDevice?.()) ?? null
  const turn = turnOf(request, device !== null)
  assertRoomToHash(turn)
  if (device === null) {
    const options = { refusal: 'auth.throttle', cost: 0 } as const
    await holdNetworkToRate(ctx, wrongOfNetwork, request.ip, options)
  }
  const guessers = guessersOf(request.ip, email, device)
  for (const [rule, key] of guessers) await holdToRate(ctx, rule, key, { refusal: 'auth.throttle' })
  const user = await find()
  const verified = await verifyPassword(user?.passwordHash ?? noPasswordHash, typed, turn)
  if (verified.matches) {
    await Promise.all(guessers.map(([rule, key]) => ctx.counters.reset(rule, key)))
  } else await takeNetworkPoint(ctx, wrongOfNetwork, request.ip)
  return { ...verified, user }
}

/** What the tries for an account are counted by: the device it knows, or the caller's networks. */
function guessersOf(
  ip: string,
  email: string,
  device: KnownDevice | null,
): readonly (readonly [CounterRule, string])[] {
  if (device !== null) return [[passwordGuesses, `${device.digest.toString('hex')} ${email}`]]
  const wide = wideNetworkOf(ip)
  return [
    [passwordGuesses, `${networkOf(ip)} ${email}`],
    ...(wide === null ? [] : [[guessesOfWideNetwork, `${wide} ${email}`] as const]),
  ]
}

/** Whether a signed-in caller can type the account's password. */
export async function knowsPassword(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  request: Pick<HttpRequest, 'headers' | 'ip'>,
  caller: Caller,
  typed: string,
): Promise<boolean> {
  const { email } = caller
  const find = () => findUser(ctx.db.read, caller.id)
  const knownDevice = () => knownDeviceOf(ctx, request, email)
  return (await checkPassword(ctx, request, { email, find, knownDevice }, typed)).matches
}
