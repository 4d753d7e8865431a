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
import { ownerKey, reserveDays, reserveTries, returnDays, returnTries } from './otp.sql.ts'
import { boundsOf, consumeOtp, consumeOtps, isAmong, type OtpClaim } from './otp.ts'
import { otpLimits } from './otp-limits.ts'
import { lockLastSteps, useSteps } from './totp.sql.ts'
import type { TotpMatch } from './totp.ts'

type CodeContext = Pick<Context, 'config' | 'db' | 'random'>

/** A mailed code, as the caller sent it. */
export type MailedCode = Readonly<{ user: UserId; identity: string; code: string }>

const bounds = otpLimits

/**
 * Derives the kind from the length: withdrawal codes are shorter than mailed sign-in codes, which
 * are accepted as well.
 */
function claimOf({ user, identity, code }: MailedCode): OtpClaim | null {
  if (!/^[0-9]+$/.test(code)) return null
  if (code.length === bounds.withdraw.digits) return { user, identity, code, purpose: 'withdraw' }
  return code.length === bounds.email.digits ? { user, identity, code, purpose: 'email' } : null
}

type Looked = Readonly<{ matched: boolean }>

/**
 * Compares a mailed code without consuming it; returns the claim if it is correct, otherwise null.
 * The try is counted before the comparison, and returned only for a correct code.
 */
export async function matchMailedCode(
  ctx: CodeContext,
  mailed: MailedCode,
): Promise<OtpClaim | null> {
  const claim = claimOf(mailed)
  return claim !== null && (await look(ctx, claim)).matched ? claim : null
}

const look = batchedInTransaction((tx, claims: readonly OtpClaim[], ctx: CodeContext) =>
  lookAtAll(tx, ctx, claims),
)

/** Checks the claims of one owner one by one, until no try is left. */
async function lookAtAll(
  tx: Tx,
  ctx: CodeContext,
  claims: readonly OtpClaim[],
): Promise<readonly Looked[]> {
  const matched = new Set<OtpClaim>()
  const spent = new Set<string>()
  let left = claims
  while (left.length > 0) {
    const batch = new Map<string, OtpClaim>()
    for (const claim of left) {
      if (!spent.has(ownerKey(claim)) && !batch.has(String(claim.user))) {
        batch.set(String(claim.user), claim)
      }
    }
    const looked = [...batch.values()]
    if (looked.length === 0) break
    for (const claim of await lookAt(tx, ctx, looked, spent)) matched.add(claim)
    const done = new Set(looked)
    left = left.filter((claim) => !done.has(claim))
  }
  return claims.map((claim) => ({ matched: matched.has(claim) }))
}

/**
 * Returns the correct claims, of at most one claim per user. Adds owners without remaining tries to
 * `spent`.
 */
async function lookAt(
  tx: Tx,
  ctx: CodeContext,
  claims: readonly OtpClaim[],
  spent: Set<string>,
): Promise<readonly OtpClaim[]> {
  const reserved = await reserveTries(
    tx,
    claims.map((claim) => ({ ...claim, ...boundsOf(claim.purpose) })),
  )
  const others = claims.filter(
    (claim) => claim.purpose === 'email' && reserved.has(ownerKey(claim)),
  )
  const days = await reserveDays(tx, others, boundsOf('withdraw'))
  const right: OtpClaim[] = []
  const locked: UserId[] = []
  for (const claim of claims) {
    const tries = reserved.get(ownerKey(claim))
    const dayTries = claim.purpose === 'email' ? days.get(claim.user) : tries?.dayTries
    if (tries === undefined || dayTries === undefined) {
      spent.add(ownerKey(claim))
    } else if (isAmong(ctx, claim, tries.macs)) {
      right.push(claim)
    } else if (dayTries === bounds.withdraw.dayTries) {
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

export type CodeLock = 'held' | 'mailed-code-gone' | 'app-code-gone'

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
    if (!taken.has(ownerKey(mailed))) return 'mailed-code-gone'
    const last = steps.get(mailed.user)
    const fresh = last?.sealedSecret === totp.sealedSecret && last.lastStep < totp.step
    return fresh ? 'held' : 'app-code-gone'
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
