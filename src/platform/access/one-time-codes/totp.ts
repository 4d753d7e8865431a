import { type RefusalKey, refuse } from '../../../base/refusal.ts'
import { type AppKeys, sealText, unsealText } from '../../../base/secrets/app-keys.ts'
import type { UserId } from '../../../base/values/ids.ts'
import type { Context } from '../../../context.ts'
import type { CounterRule, Taken } from '../../../core/database/cluster/counters.ts'
import type { Reader, Tx } from '../../../core/database/database.ts'
import { accountMail } from '../../../core/outbox/account-mail.ts'
import { enqueueAll } from '../../../core/outbox/enqueue.ts'
import { sixDigitCode } from '../../http/contracts/contracts.ts'
import { enforceRate, forgetTries, returnTry } from '../../http/endpoint/throttle.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import {
  findTotp,
  insertTotp,
  renewTotp,
  replaceTotp,
  type StoredTotp,
  useStep,
} from './totp.sql.ts'
import { secretText, stepOfCode } from './totp-codes.ts'

/** A code as an app shows it. Malformed codes are refused before they count as a try. */
export const totpCode = sixDigitCode

/** A correct code, with the secret it was compared with. */
export type TotpMatch = Readonly<{ sealedSecret: string; step: number }>

/** A user or an operator with an authenticator app. */
export type TotpOwner = Readonly<{
  /** Seals the secret for its owner, so that another owner's secret cannot be swapped in. */
  purpose: string
  /** Limits the owner's wrong codes, over all endpoints. */
  wrongCodes: CounterRule
  counted: string
  find: (db: Reader) => Promise<StoredTotp | null>
  /** Consumes a step; returns false if this or a later step was used already. */
  use: (tx: Tx, match: TotpMatch) => Promise<boolean>
  /** Reports a failed try, in a transaction of its own. */
  onFailure: (taken: Taken) => Promise<void>
}>

type CheckContext = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>
type Sealing = Pick<Context, 'random'> & Readonly<{ config: AppKeys }>

const secretBytes = 20

/** Generates a secret: as text for authenticator apps, and sealed for storage. */
export function newSecret(
  ctx: Sealing,
  purpose: string,
): Readonly<{ secret: string; sealed: string }> {
  const secret = secretText(ctx.random.bytes(secretBytes))
  return { secret, sealed: sealText(ctx.config, purpose, secret, ctx.random) }
}

function open(ctx: Pick<Sealing, 'config'>, purpose: string, sealed: string): string {
  const secret = unsealText(ctx.config, purpose, sealed)
  if (secret === null) throw new Error('a stored TOTP secret cannot be decrypted with our key')
  return secret
}

function matchIn(
  ctx: Pick<Context, 'config'>,
  purpose: string,
  code: string | undefined,
  stored: StoredTotp | null,
): TotpMatch | null {
  if (code === undefined || stored === null) return null
  const { sealedSecret, epochSeconds, lastStep } = stored
  const step = stepOfCode(open(ctx, purpose, sealedSecret), code, epochSeconds)
  return step === null || step <= lastStep ? null : { sealedSecret, step }
}

/**
 * Runs `work` in a transaction in which `spend` consumes the owner's code, so both are committed or
 * neither. Each try is counted before it is compared, so parallel guesses get no more than the rule
 * allows; further tries are refused with `api.too_many_requests`. A code that is missing where it
 * is spent counts as a wrong one. A wrong one is reported even if the work is refused before. A
 * correct code clears the count when it is spent, and is no try if the work is refused.
 */
export async function withCodeOf<Done>(
  ctx: CheckContext,
  owner: TotpOwner,
  { code, refusal }: Readonly<{ code: string | undefined; refusal: RefusalKey }>,
  work: (tx: Tx, spend: () => Promise<void>) => Promise<Done>,
): Promise<Done> {
  const { wrongCodes, counted, purpose } = owner
  const take = () => enforceRate(ctx, wrongCodes, counted)
  const taken = code === undefined ? null : await take()
  const match = matchIn(ctx, purpose, code, await owner.find(ctx.db.read))
  const tried = { spent: false, wrong: code !== undefined && match === null }
  const within = (tx: Tx) =>
    work(tx, async () => {
      tried.spent = match !== null && (await owner.use(tx, match))
      tried.wrong = !tried.spent
      if (tried.wrong) refuse(refusal)
    })
  try {
    const done = await ctx.db.inTransaction(within)
    if (tried.spent) await forgetTries(ctx, wrongCodes, counted)
    return done
  } catch (error) {
    if (tried.wrong) await owner.onFailure(taken ?? (await take()))
    else if (match !== null) await returnTry(ctx, wrongCodes, counted)
    throw error
  }
}

const wrongCodes: CounterRule = { name: 'totp-codes', points: 5, windowSeconds: 900, kept: true }

export const totpPurpose = (user: UserId): string => `totp-secret ${user}`

const userOwner = (ctx: Pick<Context, 'db' | 'random'>, user: UserId): TotpOwner => ({
  purpose: totpPurpose(user),
  wrongCodes,
  counted: String(user),
  find: (db) => findTotp(db, user),
  use: (tx, match) => useStep(tx, user, match),
  onFailure: (taken) => mailWhenSpent(ctx, user, taken),
})

/**
 * Mails the user if the window's last try failed. Only one request takes the last try, so the user
 * gets one mail.
 */
async function mailWhenSpent(
  ctx: Pick<Context, 'db' | 'random'>,
  user: UserId,
  { remaining }: Taken,
): Promise<void> {
  if (remaining > 0) return
  await ctx.db.inTransaction((tx) => enqueueAll(tx, [accountMail(ctx, 'twofa-guessed', user)]))
}

/** How long an unbound secret is shown. */
const shownSteps = 120

/**
 * Returns the secret of a user who has not bound it yet. Makes one if there is none, or if the last
 * one is an hour old: a stolen session may have seen it, and must not know a later app's.
 */
export async function secretOf(tx: Tx, ctx: Sealing, user: UserId): Promise<string> {
  const purpose = totpPurpose(user)
  const known = await findTotp(tx, user)
  const isFresh = known !== null && known.epochSeconds / 30 - known.lastStep < shownSteps
  if (isFresh) return open(ctx, purpose, known.sealedSecret)
  const { sealed } = newSecret(ctx, purpose)
  await (known === null ? insertTotp(tx, user, sealed) : renewTotp(tx, user, known, sealed))
  const stored = await findTotp(tx, user)
  return open(ctx, purpose, stored?.sealedSecret ?? sealed)
}

/** Replaces a user's secret; codes of the former secret stop working. */
export const renewSecret = (tx: Tx, ctx: Sealing, user: UserId): Promise<void> =>
  replaceTotp(tx, user, newSecret(ctx, totpPurpose(user)).sealed)

type TotpCheck = Readonly<{
  user: UserId
  /** Undefined if the request has no code; this is refused and counts as no try. */
  code: string | undefined
  /** The error for a missing or wrong code. */
  refusal?: RefusalKey
}>

/**
 * Runs `work` in the transaction that consumes a user's code, as `withCodeOf` does. The fifth wrong
 * code of a window sends the user a mail.
 *
 * @transactions the mail is sent although the work is not done.
 */
export async function withTotp<Done>(
  ctx: CheckContext,
  { user, code, refusal = 'auth.otp_failed' }: TotpCheck,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  if (code === undefined) return refuse(refusal)
  return withCodeOf(ctx, userOwner(ctx, user), { code, refusal }, async (tx, spend) => {
    await spend()
    return work(tx)
  })
}

/** A code of the app, or one that stands for a lost app. */
export type SecondFactor = Readonly<{
  otpCode?: string | undefined
  recoveryCode?: string | undefined
}>

/**
 * Runs `work` in the transaction that consumes a code of the app, or a recovery code if one is
 * given. Both count against the same limit of wrong codes. The user is mailed of a spent one.
 *
 * @transactions the mail is sent although the work is not done.
 */
export async function withSecondFactor<Done>(
  ctx: CheckContext,
  user: UserId,
  { otpCode, recoveryCode }: SecondFactor,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  if (recoveryCode === undefined) return withTotp(ctx, { user, code: otpCode }, work)
  const counted = String(user)
  const taken = await enforceRate(ctx, wrongCodes, counted)
  const done = await ctx.db.inTransaction(async (tx) => {
    if (!(await spendRecoveryCode(tx, ctx, user, recoveryCode))) return null
    enqueueAll(tx, [accountMail(ctx, 'recovery-code-used', user)])
    return { value: await work(tx) }
  })
  if (done === null) {
    await mailWhenSpent(ctx, user, taken)
    return refuse('auth.otp_failed')
  }
  await forgetTries(ctx, wrongCodes, counted)
  return done.value
}

/**
 * Compares a code with a secret that was read before, for work that consumes the code itself. The
 * try is counted first, and cleared if the code is correct.
 */
export async function matchTotp(
  ctx: CheckContext,
  { user, code, refusal = 'auth.otp_failed' }: TotpCheck,
  stored: StoredTotp | null,
): Promise<TotpMatch> {
  if (code === undefined) return refuse(refusal)
  const counted = String(user)
  const taken = await enforceRate(ctx, wrongCodes, counted)
  const match = matchIn(ctx, totpPurpose(user), code, stored)
  if (match === null) {
    await mailWhenSpent(ctx, user, taken)
    return refuse(refusal)
  }
  await ctx.counters.reset(wrongCodes, counted)
  return match
}
