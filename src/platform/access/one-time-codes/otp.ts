/**
 * One-time codes. A code belongs to a purpose, the identity it was sent to and the user it was sent
 * for. It can be used once, and a new code does not restore tries spent on guessing. A mailed code
 * may be made for one use and then serves no other; all uses of an address share their tries.
 */
import { type AppKeys, macsOf } from '../../../base/secrets/app-keys.ts'
import { equalSecrets } from '../../../base/secrets/crypto.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../core/database/database.ts'
import type { CodeUse } from '../../../core/outbox/notices.ts'
import {
  codeOwnerKey,
  isCodeAlive,
  isCurrent,
  isLocked,
  type OtpOwner,
  reserveTries,
  returnTries,
  storeCode,
  type TryBounds,
  takeCodes,
} from './otp.sql.ts'
import { otpLimits } from './otp-limits.ts'

export type OtpPurpose = OtpOwner['purpose']

/** A code with the uses that are accepted; by default only the general one. */
export type OtpClaim = OtpOwner &
  Readonly<{ code: string; uses?: readonly [CodeUse, ...CodeUse[]] }>

type OtpContext = Pick<Context, 'config' | 'db'>

/** Creates a code for its owner and one use, and returns it for the caller to send. */
export async function issueOtp(
  tx: Tx,
  ctx: Pick<Context, 'config' | 'random'>,
  owner: OtpOwner,
  use: CodeUse = 'general',
): Promise<string> {
  const { digits, tries, keepsFormer } = otpLimits[owner.purpose]
  // 64 random bits make the bias of the remainder negligible.
  const number = ctx.random.bytes(8).readBigUInt64BE() % 10n ** BigInt(digits)
  const code = number.toString().padStart(digits, '0')
  const { ttlSeconds } = otpLimits
  const [mac] = macsOfCode(ctx, { ...owner, code, uses: [use] })
  await storeCode(tx, owner, mac, { ttlSeconds, tries, keepsFormer })
  return code
}

/**
 * The digests a code may be stored with, bound to its owner and to each accepted use; the first is
 * the one to store.
 */
export function macsOfCode(
  { config }: Readonly<{ config: AppKeys }>,
  { purpose, identity, user, code, uses = ['general'] }: OtpClaim,
): readonly [Buffer, ...Buffer[]] {
  const owned = [purpose, identity, user, code]
  const macsFor = (use: CodeUse) =>
    macsOf(config, 'otp', JSON.stringify(use === 'general' ? owned : [...owned, use]))
  const [first, ...others] = uses
  return [...macsFor(first), ...others.flatMap(macsFor)]
}

/** Compares a code with digests in constant time. */
export function isAmong(
  ctx: Pick<Context, 'config'>,
  claim: OtpClaim,
  macs: readonly Buffer[],
): boolean {
  const brought = macsOfCode(ctx, claim)
  return macs.some((mac) => brought.some((one) => equalSecrets(mac, one)))
}

export function codeBoundsOf(purpose: OtpPurpose): TryBounds {
  const { tries, dayTries } = otpLimits[purpose]
  const { windowSeconds, daySeconds } = otpLimits
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
  const tries = codeBoundsOf(claim.purpose)
  const reserved = (await reserveTries(ctx.db.read, [{ ...claim, ...tries }])).get(
    codeOwnerKey(claim),
  )
  if (reserved === undefined) return (await isLocked(ctx.db, claim, tries)) ? 'locked' : 'wrong'
  if (!isAmong(ctx, claim, reserved.macs)) return 'wrong'
  await returnTries([claim]).execute(ctx.db.read)
  return 'matched'
}

/** Returns whether the owner has a code that is still valid. */
export const hasOtp = (ctx: Pick<Context, 'db'>, owner: OtpOwner): Promise<boolean> =>
  isCodeAlive(ctx.db, owner)

/** Returns whether this code is still valid. Counts no try, so it must not check callers' input. */
export async function isOtpCurrent(ctx: OtpContext, claim: OtpClaim): Promise<boolean> {
  for (const mac of macsOfCode(ctx, claim)) if (await isCurrent(ctx.db, claim, mac)) return true
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
    claims.flatMap((claim) => macsOfCode(ctx, claim).map((mac) => ({ ...claim, mac }))),
  )

/** Consumes a code that `checkOtp` matched; returns false if another request consumed it first. */
export const consumeOtp = async (
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  claim: OtpClaim,
): Promise<boolean> => (await consumeOtps(tx, ctx, [claim])).has(codeOwnerKey(claim))
