/**
 * The two codes of a withdrawal: one mailed, and one of the authenticator app. Mailed codes are
 * checked in batches. A wrong mailed code of either kind costs a try of the same daily limit.
 */
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import { send, type Tx } from '../../../core/database/database.ts'
import { batchedInTransaction } from '../../../core/database/driver/batched.ts'
import { accountMail } from '../../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { codeOwnerKey, reserveDays, reserveTries, returnDays, returnTries } from './otp.sql.ts'
import { codeBoundsOf, consumeOtp, consumeOtps, isAmong, type OtpClaim } from './otp.ts'
import { otpLimits } from './otp-limits.ts'
import { lockLastSteps, useSteps } from './totp.sql.ts'
import type { TotpMatch } from './totp.ts'

type CodeContext = Pick<Context, 'config' | 'db' | 'random'>

/** A mailed code, as the caller sent it. */
export type MailedCode = Readonly<{ user: UserId; identity: string; code: string }>

/**
 * Derives the kind from the length: withdrawal codes are shorter than mailed sign-in codes, which
 * are accepted as well.
 */
function claimOf({ user, identity, code }: MailedCode): OtpClaim | null {
  if (!/^[0-9]+$/.test(code)) return null
  if (code.length === otpLimits.withdraw.digits)
    return { user, identity, code, purpose: 'withdraw' }
  return code.length === otpLimits.email.digits ? { user, identity, code, purpose: 'email' } : null
}

type CodeMatch = Readonly<{ matched: boolean }>

/**
 * Compares a mailed code without consuming it; returns the claim if it is correct, otherwise null.
 * The try is counted before the comparison, and returned only for a correct code.
 */
export async function matchMailedCode(
  ctx: CodeContext,
  mailed: MailedCode,
): Promise<OtpClaim | null> {
  const claim = claimOf(mailed)
  return claim !== null && (await matchCode(ctx, claim)).matched ? claim : null
}

const matchCode = batchedInTransaction((tx, claims: readonly OtpClaim[], ctx: CodeContext) =>
  matchClaims(tx, ctx, claims),
)

/** Checks the claims of one owner one by one, until no try is left. */
async function matchClaims(
  tx: Tx,
  ctx: CodeContext,
  claims: readonly OtpClaim[],
): Promise<readonly CodeMatch[]> {
  const matched = new Set<OtpClaim>()
  const spent = new Set<string>()
  let left = claims
  while (left.length > 0) {
    const batch = new Map<string, OtpClaim>()
    for (const claim of left) {
      if (!spent.has(codeOwnerKey(claim)) && !batch.has(String(claim.user))) {
        batch.set(String(claim.user), claim)
      }
    }
    const claimed = [...batch.values()]
    if (claimed.length === 0) break
    for (const claim of await matchBatch(tx, ctx, claimed, spent)) matched.add(claim)
    const done = new Set(claimed)
    left = left.filter((claim) => !done.has(claim))
  }
  return claims.map((claim) => ({ matched: matched.has(claim) }))
}

/**
 * Returns the correct claims, of at most one claim per user. Adds owners without remaining tries to
 * `spent`.
 */
async function matchBatch(
  tx: Tx,
  ctx: CodeContext,
  claims: readonly OtpClaim[],
  spent: Set<string>,
): Promise<readonly OtpClaim[]> {
  const reserved = await reserveTries(
    tx,
    claims.map((claim) => ({ ...claim, ...codeBoundsOf(claim.purpose) })),
  )
  const others = claims.filter(
    (claim) => claim.purpose === 'email' && reserved.has(codeOwnerKey(claim)),
  )
  const days = await reserveDays(tx, others, codeBoundsOf('withdraw'))
  const right: OtpClaim[] = []
  const locked: UserId[] = []
  for (const claim of claims) {
    const tries = reserved.get(codeOwnerKey(claim))
    const dayTries = claim.purpose === 'email' ? days.get(claim.user) : tries?.dayTries
    if (tries === undefined || dayTries === undefined) {
      spent.add(codeOwnerKey(claim))
    } else if (isAmong(ctx, claim, tries.macs)) {
      right.push(claim)
    } else if (dayTries === otpLimits.withdraw.dayTries) {
      locked.push(claim.user)
    }
  }
  if (right.length > 0) send(tx, returnTries(right))
  const rightOthers = right.filter(({ purpose }) => purpose === 'email')
  if (rightOthers.length > 0) send(tx, returnDays(rightOthers))
  enqueueAll(
    tx,
    locked.map((user) => accountMail(ctx, 'withdrawals-locked', user)),
  )
  return right
}

/** Codes that matched and are not consumed yet. */
export type Codes = Readonly<{ mailed: OtpClaim; totp: TotpMatch }>

export type CodeLock = 'locked' | 'mailed-code-gone' | 'app-code-gone'

/**
 * Consumes the mailed codes, even those whose app code turns out to be used, and locks the
 * authenticator secrets so that no other transaction uses the app codes before this one ends. The
 * list must contain each user once.
 */
export async function lockCodes(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  codes: readonly Codes[],
): Promise<readonly CodeLock[]> {
  const mailed = codes.map((one) => one.mailed)
  const [taken, steps] = await Promise.all([
    consumeOtps(tx, ctx, mailed),
    lockLastSteps(
      tx,
      mailed.map(({ user }) => user),
    ),
  ])
  return codes.map(({ mailed, totp }) => {
    if (!taken.has(codeOwnerKey(mailed))) return 'mailed-code-gone'
    const last = steps.get(mailed.user)
    const fresh = last?.sealedSecret === totp.sealedSecret && last.lastStep < totp.step
    return fresh ? 'locked' : 'app-code-gone'
  })
}

/** Consumes the app codes whose secrets `lockCodes` has locked. */
export const useAppCodes = (tx: Tx, codes: readonly Codes[]): void =>
  useSteps(
    tx,
    codes.map(({ mailed, totp }) => ({ user: mailed.user, step: totp.step })),
  )

/**
 * Consumes the mailed code of a request that failed, so that it cannot be used to probe further.
 */
export async function burnMailedCode(
  ctx: Pick<Context, 'config' | 'db'>,
  claim: OtpClaim,
): Promise<void> {
  await ctx.db.inTransaction((tx) => consumeOtp(tx, ctx, claim))
}
