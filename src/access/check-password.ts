import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { CounterRule } from '../database/counters.ts'
import { rawText } from '../http/contracts.ts'
import type { HttpRequest } from '../http/endpoint.ts'
import { networkOf } from '../http/route.ts'
import { holdToRate, takePoint } from '../http/throttle.ts'
import { findUser } from '../users/users.sql.ts'
import { assertRoomToHash, noPasswordHash, type Verified, verifyPassword } from './passwords.ts'
import type { Caller } from './signed-in.ts'

/** A password as somebody types it to prove who they are: only its length is bounded. */
export const typedPassword = rawText({ max: limits.passwords.maxChars })

/** One budget for every place where a password is typed, so that none is a side door. */
const passwordGuesses: CounterRule = { name: 'logins', points: 5, windowSeconds: 300 }

/** Wrong ones of one network, whichever accounts they were for. */
const wrongOfNetwork: CounterRule = {
  name: 'wrong-passwords-of-network',
  points: limits.passwords.wrongOfNetwork,
  windowSeconds: 900,
}

/**
 * Checks what was typed against the account of an address; `find` answers null where there is none.
 * The try is counted before the account is looked up and the password looked at, so parallel
 * guesses get no more than the allowed number, and what is refused costs little; an unknown address
 * takes the time of a known one; a match forgets the failures before it. Who tries many addresses
 * is stopped by what was wrong of the network, where honest users of it count for nothing.
 */
export async function checkPassword<User extends Readonly<{ passwordHash: string }>>(
  ctx: Pick<Context, 'counters' | 'log'>,
  request: Pick<HttpRequest, 'ip'>,
  account: Readonly<{ email: string; find: () => Promise<User | null> }>,
  typed: string,
): Promise<Verified & Readonly<{ user: User | null }>> {
  assertRoomToHash()
  const network = networkOf(request.ip)
  const guesser = `${network} ${account.email}`
  await holdToRate(ctx, wrongOfNetwork, network, { refusal: 'auth.throttle', cost: 0 })
  await holdToRate(ctx, passwordGuesses, guesser, { refusal: 'auth.throttle' })
  const user = await account.find()
  const verified = await verifyPassword(user?.passwordHash ?? noPasswordHash, typed)
  if (verified.matches) await ctx.counters.reset(passwordGuesses, guesser)
  else await takePoint(ctx, wrongOfNetwork, network)
  return { ...verified, user }
}

/** Whether a signed-in caller can type the account's password. */
export async function knowsPassword(
  ctx: Pick<Context, 'counters' | 'db' | 'log'>,
  request: Pick<HttpRequest, 'ip'>,
  caller: Caller,
  typed: string,
): Promise<boolean> {
  const find = () => findUser(ctx.db.read, caller.id)
  return (await checkPassword(ctx, request, { email: caller.email, find }, typed)).matches
}
