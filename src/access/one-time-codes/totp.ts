import { seal, unseal } from '../../base/crypto.ts'
import type { UserId } from '../../base/ids.ts'
import { type RefusalKey, refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule, Taken } from '../../database/counters.ts'
import type { Tx } from '../../database/database.ts'
import { digits } from '../../http/contracts.ts'
import { forgetTries, holdToRate } from '../../http/throttle.ts'
import { accountMail } from '../../outbox/account-mail.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { findTotp, insertTotp, replaceTotp, type StoredTotp, useStep } from './totp.sql.ts'
import { secretText, stepOfCode } from './totp-codes.ts'

/** A code as an app shows it. Malformed codes are refused before they count as a try. */
export const totpCode = digits({ min: 6, max: 6 })

const secretBytes = 20

/** Limits a user's wrong codes, over all endpoints. */
const wrongCodes: CounterRule = { name: 'totp-codes', points: 5, windowSeconds: 900, kept: true }

/** A secret is sealed for its user, so that another user's secret cannot be swapped in. */
const purposeOf = (user: UserId): string => `totp-secret ${user}`

type Sealing = Pick<Context, 'config' | 'random'>

const sealNew = (ctx: Sealing, user: UserId): string =>
  seal(ctx.config.appKey, purposeOf(user), secretText(ctx.random.bytes(secretBytes)), ctx.random)

function open(ctx: Pick<Context, 'config'>, user: UserId, sealed: string): string {
  const secret = unseal(ctx.config.appKey, purposeOf(user), sealed)
  if (secret === null) throw new Error('a stored TOTP secret does not open with our key')
  return secret
}

/**
 * Returns a user's secret, creating it if there is none. Only for users who have not bound it yet.
 */
export async function secretOf(tx: Tx, ctx: Sealing, user: UserId): Promise<string> {
  const known = await findTotp(tx, user)
  if (known !== null) return open(ctx, user, known.sealedSecret)
  const sealed = sealNew(ctx, user)
  await insertTotp(tx, user, sealed)
  const stored = await findTotp(tx, user)
  return open(ctx, user, stored?.sealedSecret ?? sealed)
}

/** Replaces a user's secret; codes of the former secret stop working. */
export const renewSecret = (tx: Tx, ctx: Sealing, user: UserId): Promise<void> =>
  replaceTotp(tx, user, sealNew(ctx, user))

type TotpCheck = Readonly<{
  user: UserId
  /** Undefined if the request has no code; this is refused and counts as no try. */
  code: string | undefined
  /** The error for a missing or wrong code. */
  refusal?: RefusalKey
}>

/**
 * Runs `work` in the transaction that consumes an authenticator code, so both are committed or
 * neither. Each try is counted before it is compared, so parallel guesses get no more than five;
 * the fifth wrong one sends the user a mail, and further tries are refused with
 * `api.too_many_requests`. A correct code clears the count.
 *
 * @transactions the user gets a mail about the last wrong try although the work is not done.
 */
export async function withTotp<Done>(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { user, code, refusal = 'auth.otp_failed' }: TotpCheck,
  work: (tx: Tx) => Promise<Done>,
): Promise<Done> {
  if (code === undefined) return refuse(refusal)
  const counted = String(user)
  const taken = await holdToRate(ctx, wrongCodes, counted)
  const match = await matchOf(ctx, user, code)
  const done = match === null ? null : await spend(ctx, user, match, work)
  if (done === null) {
    await tellWhenSpent(ctx, user, taken)
    return refuse(refusal)
  }
  await forgetTries(ctx, wrongCodes, counted)
  return done.result
}

/** A correct code, with the secret it was compared with. */
export type TotpMatch = Readonly<{ sealedSecret: string; step: number }>

async function matchOf(
  ctx: Pick<Context, 'config' | 'db'>,
  user: UserId,
  code: string,
): Promise<TotpMatch | null> {
  const stored = await findTotp(ctx.db.read, user)
  return stored === null ? null : matchIn(ctx, user, code, stored)
}

function matchIn(
  ctx: Pick<Context, 'config'>,
  user: UserId,
  code: string,
  { sealedSecret, epochSeconds, lastStep }: StoredTotp,
): TotpMatch | null {
  const step = stepOfCode(open(ctx, user, sealedSecret), code, epochSeconds)
  return step === null || step <= lastStep ? null : { sealedSecret, step }
}

/**
 * Compares a code with a secret that was read before, for work that consumes the code itself. The
 * try is counted first, and cleared if the code is correct.
 */
export async function matchTotp(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { user, code, refusal = 'auth.otp_failed' }: TotpCheck,
  stored: StoredTotp | null,
): Promise<TotpMatch> {
  if (code === undefined) return refuse(refusal)
  const taken = await holdToRate(ctx, wrongCodes, String(user))
  const match = stored === null ? null : matchIn(ctx, user, code, stored)
  if (match === null) {
    await tellWhenSpent(ctx, user, taken)
    return refuse(refusal)
  }
  await ctx.counters.reset(wrongCodes, String(user))
  return match
}

/** Returns null if another request used this code first. */
const spend = <Done>(
  ctx: Pick<Context, 'db'>,
  user: UserId,
  match: TotpMatch,
  work: (tx: Tx) => Promise<Done>,
): Promise<Readonly<{ result: Done }> | null> =>
  ctx.db.inTransaction(async (tx) =>
    (await useStep(tx, user, match)) ? { result: await work(tx) } : null,
  )

/**
 * Mails the user if the window's last try failed. Only one request takes the last try, so the user
 * gets one mail.
 */
async function tellWhenSpent(
  ctx: Pick<Context, 'db' | 'random'>,
  user: UserId,
  { remaining }: Taken,
): Promise<void> {
  if (remaining > 0) return
  await ctx.db.inTransaction((tx) => enqueueAll(tx, [accountMail(ctx, 'twofa-guessed', user)]))
}
