/**
 * The two codes of a withdrawal: one mailed, and one of the authenticator app. Mailed codes are
 * checked in batches. A wrong mailed code of either kind costs a try of the same daily limit.
 */
import { equalSecrets } from '../../base/crypto.ts'
import type { UserId } from '../../base/ids.ts'
import { limits } from '../../base/limits.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/database.ts'
import { grouped } from '../../database/grouped.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { macOf } from './otp.ts'
import type { TotpMatch } from './totp.ts'
import {
  type CodeOwner,
  lockLastSteps,
  ownerKey,
  reserveDays,
  reserveTries,
  returnDays,
  returnTries,
  takeCodes,
  useSteps,
} from './withdrawal-codes.sql.ts'

type CodeContext = Pick<Context, 'config' | 'db' | 'random'>

/** A mailed code, as the caller sent it. */
export type MailedCode = Readonly<{ user: UserId; identity: string; code: string }>

/** A mailed code whose kind is known. */
export type MailedClaim = CodeOwner & Readonly<{ code: string }>

const bounds = limits.otp

/**
 * Derives the kind from the length: withdrawal codes are shorter than mailed sign-in codes, which
 * are accepted as well.
 */
function claimOf({ user, identity, code }: MailedCode): MailedClaim | null {
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
): Promise<MailedClaim | null> {
  const claim = claimOf(mailed)
  return claim !== null && (await look(ctx, claim)).matched ? claim : null
}

const look = grouped((ctx: CodeContext, claims: readonly MailedClaim[]) =>
  ctx.db.inTransaction((tx) => lookAtAll(tx, ctx, claims)),
)

/** Checks the claims of one owner one by one, until no try is left. */
async function lookAtAll(
  tx: Tx,
  ctx: CodeContext,
  claims: readonly MailedClaim[],
): Promise<readonly Looked[]> {
  const matched = new Set<MailedClaim>()
  const spent = new Set<string>()
  let left = claims
  while (left.length > 0) {
    const turn = new Map<string, MailedClaim>()
    for (const claim of left) {
      if (!spent.has(ownerKey(claim)) && !turn.has(String(claim.user))) {
        turn.set(String(claim.user), claim)
      }
    }
    const looked = [...turn.values()]
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
  claims: readonly MailedClaim[],
  spent: Set<string>,
): Promise<readonly MailedClaim[]> {
  const reserved = await reserveTries(
    tx,
    claims.map((claim) => ({ ...claim, ...triesOf(claim) })),
  )
  const others = claims.filter(
    (claim) => claim.purpose === 'email' && reserved.has(ownerKey(claim)),
  )
  const days = await reserveDays(tx, others, { ...triesOf({ purpose: 'withdraw' }) })
  const right: MailedClaim[] = []
  const locked: UserId[] = []
  for (const claim of claims) {
    const tries = reserved.get(ownerKey(claim))
    const dayTries = claim.purpose === 'email' ? days.get(claim.user) : tries?.dayTries
    if (tries === undefined || dayTries === undefined) {
      spent.add(ownerKey(claim))
    } else if (isRight(ctx, claim, tries.macs)) {
      right.push(claim)
    } else if (dayTries === bounds.withdraw.dayTries) {
      locked.push(claim.user)
    }
  }
  await returnTries(tx, right)
  await returnDays(
    tx,
    right.filter(({ purpose }) => purpose === 'email'),
  )
  enqueueAll(
    tx,
    locked.map((user) => accountMail(ctx, 'withdrawals-locked', user)),
  )
  return right
}

function triesOf({ purpose }: Pick<CodeOwner, 'purpose'>) {
  const { tries, dayTries } = bounds[purpose]
  const { windowSeconds, daySeconds } = bounds
  return { tries, dayTries, windowSeconds, daySeconds }
}

function isRight(
  ctx: Pick<Context, 'config'>,
  claim: MailedClaim,
  macs: readonly Buffer[],
): boolean {
  const brought = macOf(ctx, claim)
  return macs.some((mac) => equalSecrets(mac, brought))
}

/** Codes that matched and are not consumed yet. */
export type Codes = Readonly<{ mailed: MailedClaim; totp: TotpMatch }>

export type CodeLock = 'held' | 'mailed-code-gone' | 'app-code-gone'

/**
 * Consumes the mailed codes, whatever follows, and locks the authenticator secrets so that no other
 * transaction uses the app codes before this one ends. The list must contain each user once.
 */
export async function lockCodes(
  tx: Tx,
  ctx: Pick<Context, 'config'>,
  codes: readonly Codes[],
): Promise<readonly CodeLock[]> {
  const taken = await takeCodes(
    tx,
    codes.map(({ mailed }) => ({ ...mailed, mac: macOf(ctx, mailed) })),
  )
  const steps = await lockLastSteps(
    tx,
    codes.map(({ mailed }) => mailed.user),
  )
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
  claim: MailedClaim,
): Promise<void> {
  await ctx.db.inTransaction((tx) => takeCodes(tx, [{ ...claim, mac: macOf(ctx, claim) }]))
}
