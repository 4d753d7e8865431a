import { networkOf, wideNetworkOf } from '../../../base/values/network.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule } from '../../../core/database/cluster/counters.ts'
import { findUser, type User } from '../../../core/users/users.sql.ts'
import { rawText } from '../../http/contracts/contracts.ts'
import type { HttpRequest } from '../../http/endpoint/endpoint.ts'
import {
  enforceNetworkRate,
  enforceRate,
  forgetTries,
  takeNetworkPoint,
} from '../../http/endpoint/throttle.ts'
import { networkLimits } from '../../http/http-limits.ts'
import { type KnownDevice, knownDeviceOf } from '../sessions/known-device.ts'
import type { Caller } from '../signed-in.ts'
import { admitStranger } from './account-guesses.ts'
import { passwordLimits } from './password-limits.ts'
import {
  assertHashCapacity,
  noPasswordHash,
  queuePlaceOf,
  type Verified,
  verifyPassword,
} from './passwords.ts'

/** A password typed to sign in or confirm: only its length is limited. */
export const typedPassword = rawText({ max: passwordLimits.maxChars })

/** One limit for all endpoints that take a password, so that none offers extra guesses. */
const passwordGuesses: CounterRule = { name: 'logins', points: 5, windowSeconds: 300 }

/** The same limit for all networks of an IPv6 /48, since one attacker may use any of them. */
const guessesOfWideNetwork: CounterRule = {
  ...passwordGuesses,
  name: 'logins-of-wide-network',
  points: passwordGuesses.points * networkLimits.widePointsFactor,
}

/** Limits wrong passwords from one network, over all accounts. */
const wrongOfNetwork: CounterRule = {
  name: 'wrong-passwords-of-network',
  points: passwordLimits.wrongOfNetwork,
  windowSeconds: 900,
}

type Account<Found> = Readonly<{
  email: string
  /** Returns null if no account has the address. */
  find: () => Promise<Found | null>
  /** Returns the request's device if the account knows it. Absent for accounts without devices. */
  knownDevice?: () => Promise<KnownDevice | null>
  /** Whether a caller without a known device is no stranger, whose guesses are counted together. */
  isFamiliar?: () => Promise<boolean>
  /** Whether the caller is signed in to the account, and so guesses at no other. */
  isOwn?: boolean
  /** Refuses unless a human sends the request; absent where no page can show the check. */
  passHuman?: () => Promise<void>
}>

export type CheckedPassword<Found> = Verified &
  Readonly<{
    user: Found | null
    /** Whether the account knows the request's device. */
    knownDevice: boolean
    /** The wrong passwords of strangers within a day, this one included; null if none of them. */
    strangersWrong: number | null
  }>

/**
 * Checks a typed password against the account of an address. The try is counted before the account
 * is looked up and the password is verified, so parallel guesses get no more than the allowed
 * number, and a refusal is cheap. An unknown address takes as long as a known one; a match clears
 * the earlier failures. A caller who tries many addresses is stopped by the network's count of
 * wrong passwords, callers who try one address from many networks by the account's count of
 * strangers. Neither count nor other guesses from the same network affect a device that the
 * account knows: its tries are counted per device.
 */
export async function checkPassword<Found extends Readonly<{ passwordHash: string | null }>>(
  ctx: Pick<Context, 'counters' | 'log'>,
  request: Pick<HttpRequest, 'ip'>,
  { email, find, knownDevice, isFamiliar, isOwn = false, passHuman }: Account<Found>,
  typed: string,
): Promise<CheckedPassword<Found>> {
  const device = (await knownDevice?.()) ?? null
  const turn = queuePlaceOf(request, device !== null)
  assertHashCapacity(turn)
  if (device === null && !isOwn) {
    const options = { refusal: 'auth.throttle', cost: 0 } as const
    await enforceNetworkRate(ctx, wrongOfNetwork, request.ip, options)
  }
  const isStranger = device === null && !isOwn && (await isFamiliar?.()) !== true
  const stranger = isStranger ? await admitStranger(ctx, email, passHuman) : null
  const guessers = guessersOf(request.ip, email, device)
  for (const [rule, key] of guessers)
    await enforceRate(ctx, rule, key, { refusal: 'auth.throttle' })
  const strangersTries = (await stranger?.enter()) ?? null
  const user = await find()
  const verified = await verifyPassword(user?.passwordHash ?? noPasswordHash(), typed, turn)
  const checked = { ...verified, user, knownDevice: device !== null }
  if (verified.matches) {
    await Promise.all([
      ...guessers.map(([rule, key]) => ctx.counters.reset(rule, key)),
      stranger?.leave(),
    ])
    return { ...checked, strangersWrong: null }
  }
  await takeNetworkPoint(ctx, wrongOfNetwork, request.ip)
  return { ...checked, strangersWrong: strangersTries }
}

/** The counters of a try: the known device's, or those of the caller's networks. */
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

/** Limits a signed-in caller over all networks: a stolen token can be used from anywhere. */
const ownGuesses: CounterRule = { ...passwordGuesses, name: 'own-passwords' }

/**
 * Checks the password that a signed-in caller typed to confirm a change. Strangers who guess the
 * account's password, or others in the caller's network who guess, do not hinder the caller.
 */
export async function checkOwnPassword(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  request: Pick<HttpRequest, 'headers' | 'ip'>,
  { id, email }: Caller,
  typed: string,
): Promise<CheckedPassword<User>> {
  const counted = String(id)
  assertHashCapacity(queuePlaceOf(request))
  await enforceRate(ctx, ownGuesses, counted, { refusal: 'auth.throttle' })
  const account = {
    email,
    find: () => findUser(ctx.db.read, id),
    knownDevice: () => knownDeviceOf(ctx, request, email),
    isOwn: true,
  }
  const checked = await checkPassword(ctx, request, account, typed)
  if (checked.matches) await forgetTries(ctx, ownGuesses, counted)
  return checked
}
