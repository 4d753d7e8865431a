/**
 * One-time codes. A code belongs to a purpose, the identity it was sent to and the user it was
 * sent for; it can be used once, and guessing costs tries that a new code doesn't bring back.
 */
import { equalSecrets, hmacSha256, keyFor } from '../base/crypto.ts'
import { limits } from '../base/limits.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../database/database.ts'
import {
  isAlive,
  isLocked,
  type OtpOwner,
  replaceCode,
  reserveTry,
  returnTry,
  type TryBounds,
  takeCode,
} from './otp.sql.ts'

export type OtpPurpose = OtpOwner['purpose']

export type OtpClaim = OtpOwner & Readonly<{ code: string }>

type OtpContext = Pick<Context, 'config' | 'db'>

const bounds = limits.otp

/** Makes a code that replaces the owner's older one, and answers it for whoever sends it. */
export async function issueOtp(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  owner: OtpOwner,
): Promise<string> {
  const digits = bounds[owner.purpose].digits
  // Of 64 random bits the remainder is as good as even.
  const number = ctx.random.bytes(8).readBigUInt64BE() % 10n ** BigInt(digits)
  const code = number.toString().padStart(digits, '0')
  await replaceCode(tx, owner, macOf(ctx, { ...owner, code }), bounds.ttlSeconds)
  return code
}

function macOf({ config }: Pick<Context, 'config'>, { purpose, identity, user, code }: OtpClaim) {
  const key = keyFor(config.appKey, 'otp')
  return hmacSha256(key, JSON.stringify([purpose, identity, user, code]))
}

function boundsOf(purpose: OtpPurpose): TryBounds {
  const { tries, dayTries } = bounds[purpose]
  const { windowSeconds, daySeconds } = bounds
  return { tries, dayTries, windowSeconds, daySeconds }
}

/**
 * Compares a code without using it up. The try is counted before the comparison and stays counted
 * whatever becomes of the caller's work; a right code gets its try back. What follows a match must
 * call `consumeOtp` in its transaction.
 */
export async function checkOtp(
  ctx: OtpContext,
  { code, ...owner }: OtpClaim,
): Promise<'matched' | 'wrong' | 'locked'> {
  const tries = boundsOf(owner.purpose)
  const mac = await reserveTry(ctx.db, owner, tries)
  if (mac === null) return (await isLocked(ctx.db, owner, tries)) ? 'locked' : 'wrong'
  if (!equalSecrets(mac, macOf(ctx, { ...owner, code }))) return 'wrong'
  await returnTry(ctx.db, owner)
  return 'matched'
}

/** Whether a code was asked for that could still be right. */
export const hasOtp = (ctx: Pick<Context, 'db'>, owner: OtpOwner): Promise<boolean> =>
  isAlive(ctx.db, owner)

/** Uses up a code that `checkOtp` matched: false when somebody else was first. */
export const consumeOtp = (
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  claim: OtpClaim,
): Promise<boolean> => takeCode(tx, claim, macOf(ctx, claim))

/** Checks a code and uses it up at once, for work that needs no transaction of its own. */
export async function spendOtp(
  ctx: OtpContext,
  claim: OtpClaim,
): Promise<'matched' | 'wrong' | 'locked'> {
  const outcome = await checkOtp(ctx, claim)
  if (outcome !== 'matched') return outcome
  const won = await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim))
  return won ? 'matched' : 'wrong'
}
