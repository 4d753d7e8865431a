import { z } from 'zod'
import { crashPoint } from '../../../base/crash-point.ts'
import { isRefusal, Refusal, refuse } from '../../../base/refusal.ts'
import { requestId } from '../../../base/values/ids.ts'
import { compare, formatMoney, type Money, money } from '../../../base/values/money.ts'
import type { Context } from '../../../context.ts'
import { batched, batchedInTransaction } from '../../../core/database/driver/batched.ts'
import { matchTotp } from '../../../platform/access/one-time-codes/totp.ts'
import {
  burnMailedCode,
  type Codes,
  matchMailedCode,
} from '../../../platform/access/one-time-codes/withdrawal-codes.ts'
import type { Caller } from '../../../platform/access/signed-in.ts'
import { decimal } from '../../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../../platform/http/endpoint/endpoint.ts'
import { findRequested } from './request-keys.sql.ts'
import {
  type Requested,
  requestWithdrawals,
  type WithdrawalRequest,
} from './request-withdrawals.ts'
import { exceedsDay, ineligibility } from './withdrawal-eligibility.rules.ts'
import { readEligibilities, type WithdrawalEligibility } from './withdrawal-eligibility.sql.ts'
import {
  dailyUnitsOf,
  isApprovedOnly,
  valueInRupiah,
  type WithdrawalTerms,
} from './withdrawal-terms.ts'

export type RequestContext = Pick<
  Context,
  'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'
>

export const Withdrawn = z
  .object({ request_id: z.string(), status: z.string(), amount: decimal, fee: decimal })
  .meta({ id: 'Withdrawal' })
export type Withdrawn = z.input<typeof Withdrawn>

/** Reads the caller's eligibility without locks; concurrent reads share one query. */
export const readEligibility = batched(readEligibilities)

/**
 * Checks that the caller may withdraw, then the mailed code, then the authenticator's, as the
 * interface requires. Wrong codes are counted.
 */
export async function checkCaller(
  ctx: RequestContext,
  caller: Caller,
  eligibility: WithdrawalEligibility,
  { otpCode, twoFACode }: Readonly<{ otpCode: string; twoFACode: string }>,
): Promise<Codes> {
  const ineligible = ineligibility(eligibility)
  if (ineligible !== null) return refuse(ineligible)
  const user = caller.id
  const mailed = await matchMailedCode(ctx, { user, identity: caller.email, code: otpCode })
  if (mailed === null) return refuse('api.email_otp_error')
  if (!eligibility.bound) return refuse('api.required_for_twofa_binding')
  const refusal = 'api.two_fa_failed'
  const totp = await matchTotp(ctx, { user, code: twoFACode, refusal }, eligibility.totp)
  return { mailed, totp }
}

/** Uses up the mailed code of a refused request: its caller must not probe further with it. */
export async function burnCode(
  ctx: RequestContext,
  { mailed }: Codes,
  error: unknown,
): Promise<never> {
  if (!isRefusal(error) || error.status >= 500) throw error
  await burnMailedCode(ctx, mailed)
  throw new Refusal(error.key, { ...error.details, isFinal: true })
}

export function assertGateOpen(
  terms: WithdrawalTerms,
  { gateClosed }: WithdrawalEligibility,
): void {
  if (gateClosed) refuse('api.try_again_later', waitOf(terms))
}

const waitOf = ({ gateSeconds }: Pick<WithdrawalTerms, 'gateSeconds'>) => ({
  retryAfterSeconds: gateSeconds,
})

type Sum = Pick<WithdrawalRequest, 'amount' | 'fee' | 'held' | 'sent'>
type Allowed = Sum & Pick<WithdrawalRequest, 'worth' | 'dailyUnits' | 'shortHistoryUnits' | 'flags'>

/** Checks a sum against the balance and the limits of the day, and values it. */
export function assertAllowed(
  terms: WithdrawalTerms,
  eligibility: WithdrawalEligibility,
  sum: Sum,
): Allowed {
  const { availableUnits, newDevice, passwordLeaked } = eligibility
  const { amount, held } = sum
  if (compare(held, money(amount.asset, availableUnits)) > 0) {
    return refuse('api.insufficient_funds')
  }
  const { worth, shortHistoryUnits, flags: ofPrice } = valueInRupiah(terms, amount)
  const dailyUnits = dailyUnitsOf(terms, amount)
  const limits = { dailyLimit: terms.dailyLimit, dailyUnits }
  if (exceedsDay(eligibility, { worth, amount }, limits)) {
    return refuse('api.exceed_system_daily_withdrawal_limit')
  }
  const flags = [
    ...(newDevice ? ['a new device'] : []),
    ...(passwordLeaked ? ['a leaked password'] : []),
    ...(isApprovedOnly(terms, amount) ? ['a delisted coin'] : []),
    ...ofPrice,
  ]
  return { ...sum, worth, dailyUnits, shortHistoryUnits, flags }
}

type Bounds = Readonly<{ minimum: Money; maximum: Money }>

export function assertWithin(amount: Money, { minimum, maximum }: Bounds): void {
  if (compare(amount, minimum) < 0) refuse('api.withdrawal_below_minimum')
  if (compare(amount, maximum) > 0) refuse('api.withdrawal_above_maximum')
}

const requestIdBytes = 16

/**
 * Stores a withdrawal that passed every check. The transaction repeats, under locks, those that a
 * concurrent request could affect.
 */
export async function acceptWithdrawal(
  ctx: RequestContext,
  checked: Omit<WithdrawalRequest, 'requestId'>,
): Promise<Requested> {
  const id = requestId(`wd-${ctx.random.bytes(requestIdBytes).toString('hex')}`)
  const outcome = await joinBatch(ctx, { ...checked, requestId: id })
  if (outcome.kind === 'refused') {
    const { key } = outcome
    return refuse(key, key === 'api.try_again_later' ? waitOf(checked.bounds) : {})
  }
  crashPoint(ctx, 'withdrawal.held')
  return outcome.requested
}

const joinBatch = batchedInTransaction(
  (tx, requests: readonly WithdrawalRequest[], ctx: RequestContext) =>
    requestWithdrawals(tx, ctx, requests),
)

/**
 * Builds the response to a request. A request that fails may repeat one whose response was lost in
 * a crash: a withdrawal stored under its key is then returned.
 */
export async function answerWith(
  ctx: RequestContext,
  { requestKey }: Pick<HttpRequest, 'requestKey'>,
  requesting: Promise<Requested>,
): Promise<Withdrawn> {
  const {
    requestId: id,
    status,
    amount,
    fee,
  } = await requesting.catch(async (error: unknown) => {
    const known = requestKey === undefined ? null : await findRequested(ctx.db, requestKey)
    if (known === null) throw error
    return known
  })
  return { request_id: id, status, amount: formatMoney(amount), fee: formatMoney(fee) }
}
