/**
 * One-time codes. A code belongs to a purpose, the identity it was sent to and the user it was sent
 * for. It can be used once, and a new code does not restore tries spent on guessing.
 */
import { macsOf } from '../../../base/secrets/app-keys.ts'
import { equalSecrets, hmacSha256, keyFor } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import {
  isAlive,
  isCurrent,
  isLocked,
  type OtpOwner,
  ownerKey,
  reserveTries,
  returnTries,
  storeCode,
  type TryBounds,
  takeCodes,
} from './otp.sql.ts'
import { otpLimits } from './otp-limits.ts'

export type OtpPurpose = OtpOwner['purpose']

export type OtpClaim = OtpOwner & Readonly<{ code: string }>

type OtpContext = Pick<Context, 'config' | 'db'>

const bounds = otpLimits

/** Creates a code for its owner and returns it, for the caller to send. */
export async function issueOtp(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  owner: OtpOwner,
): Promise<string> {
  const { digits, tries, keepsFormer } = bounds[owner.purpose]
  // 64 random bits make the bias of the remainder negligible.
  const number = ctx.random.bytes(8).readBigUInt64BE() % 10n ** BigInt(digits)
  const code = number.toString().padStart(digits, '0')
  const { ttlSeconds } = bounds
  await storeCode(tx, owner, macOf(ctx, { ...owner, code }), { ttlSeconds, tries, keepsFormer })
  return code
}

/** The stored digest of a code, bound to its owner. */
export function macOf(
  { config }: Readonly<{ config: Pick<Context['config'], 'appKey'> }>,
  { purpose, identity, user, code }: OtpClaim,
): Buffer {
  const key = keyFor(config.appKey, 'otp')
  return hmacSha256(key, JSON.stringify([purpose, identity, user, code]))
}

/** The digests a code may have been stored with, during a change of the application key. */
const candidatesOf = (
  { config }: Pick<Context, 'config'>,
  { purpose, identity, user, code }: OtpClaim,
): readonly Buffer[] => macsOf(config, 'otp', JSON.stringify([purpose, identity, user, code]))

/** Compares a code with digests in constant time. */
export function isAmong(
  ctx: Pick<Context, 'config'>,
  claim: OtpClaim,
  macs: readonly Buffer[],
): boolean {
  const brought = candidatesOf(ctx, claim)
  return macs.some((mac) => brought.some((one) => equalSecrets(mac, one)))
}

export function boundsOf(purpose: OtpPurpose): TryBounds {
  const { tries, dayTries } = bounds[purpose]
  const { windowSeconds, daySeconds } = bounds
  return { tries, dayTries, windowSeconds, daySeconds }
}

/**
 * Compares a code without consuming it. The try is counted before the comparison and stays counted
 * even if the caller fails; a correct code gets its try back. After a match, call `consumeOtp` in
 * the transaction of the work.
 */
export async function checkOtp(
  ctx: OtpContext,
  claim: OtpClaim,
): Promise<'matched' | 'wrong' | 'locked'> {
  const tries = boundsOf(claim.purpose)
  const reserved = (await reserveTries(ctx.db.read, [{ ...claim, ...tries }])).get(ownerKey(claim))
  if (reserved === undefined) return (await isLocked(ctx.db, claim, tries)) ? 'locked' : 'wrong'
  if (!isAmong(ctx, claim, reserved.macs)) return 'wrong'
  await returnTries([claim]).execute(ctx.db.read)
  return 'matched'
}

/** Returns whether the owner has a code that is still valid. */
export const hasOtp = (ctx: Pick<Context, 'db'>, owner: OtpOwner): Promise<boolean> =>
  isAlive(ctx.db, owner)

/** Returns whether this code is still valid. Counts no try, so it must not check callers' input. */
export async function isOtpCurrent(ctx: OtpContext, claim: OtpClaim): Promise<boolean> {
  for (const mac of candidatesOf(ctx, claim)) if (await isCurrent(ctx.db, claim, mac)) return true
  return false
}

/** Consumes matched codes; returns the keys of the owners whose code was still valid. */
export const consumeOtps = (
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  claims: readonly OtpClaim[],
): Promise<ReadonlySet<string>> =>
  takeCodes(
    tx,
    claims.flatMap((claim) => candidatesOf(ctx, claim).map((mac) => ({ ...claim, mac }))),
  )

/** Consumes a code that `checkOtp` matched; returns false if another request consumed it first. */
export const consumeOtp = async (
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  claim: OtpClaim,
): Promise<boolean> => (await consumeOtps(tx, ctx, [claim])).has(ownerKey(claim))

/** Checks a code and consumes it at once, for work that needs no transaction of its own. */
export async function spendOtp(
  ctx: OtpContext,
  claim: OtpClaim,
): Promise<'matched' | 'wrong' | 'locked'> {
  const outcome = await checkOtp(ctx, claim)
  if (outcome !== 'matched') return outcome
  const won = await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim))
  return won ? 'matched' : 'wrong'
}
