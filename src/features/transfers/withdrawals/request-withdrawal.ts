import { matchTotp } from '../../../access/one-time-codes/totp.ts'
import {
  burnMailedCode,
  type Codes,
  matchMailedCode,
} from '../../../access/one-time-codes/withdrawal-codes.ts'
import type { Caller } from '../../../access/signed-in.ts'
import { crashPoint } from '../../../base/crash-point.ts'
import {
  add,
  compare,
  formatMoney,
  idr,
  isPositive,
  type Money,
  money,
  subtract,
} from '../../../base/money.ts'
import { isRefusal, refuse } from '../../../base/refusal.ts'
import type { Context } from '../../../context.ts'
import { grouped } from '../../../database/grouped.ts'
import type { HttpRequest } from '../../../http/endpoint.ts'
import { findRequested } from './request-keys.sql.ts'
import {
  type Requested,
  requestWithdrawals,
  type WithdrawalRequest,
} from './request-withdrawals.ts'
import type { Destination } from './withdrawal.rules.ts'
import { ineligibility } from './withdrawal-eligibility.rules.ts'
import { readEligibilities, type WithdrawalEligibility } from './withdrawal-eligibility.sql.ts'
import { dailyUnitsOf, type Terms, type Valued } from './withdrawal-terms.ts'

export type RequestContext = Pick<
  Context,
  'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'
>

/** The details that depend on the kind of withdrawal, known after the common checks. */
export type Particulars = Readonly<{
  destination: Destination
  residential: Buffer | null
  idCard: string | null
  /** When the bank account's number, bank and owner last changed; null for coins. */
  payeeSince: Date | null
  /** Risks that require an operator's approval. */
  flags: readonly string[]
}>

export type CheckedWithdrawal = Readonly<{
  terms: Terms
  standing: WithdrawalEligibility
  otpCode: string
  twoFACode: string
  kind: Destination['kind']
  /** null if nothing can be withdrawn; `requestWithdrawal` refuses in the order of its checks. */
  amount: Money | null
  fee: Money
  /** null if there is no price to value it by. */
  valued: Valued | null
  /**
   * The checks of this kind alone, which may call a provider. They run after the common ones; a
   * refusal by them uses up the mailed code.
   */
  particulars: () => Promise<Particulars>
  requestKey: Buffer | null
}>

/** Reads the caller's eligibility without locks; concurrent reads share one query. */
export const readEligibility = grouped(readEligibilities)

export type Withdrawn = Readonly<{
  request_id: string
  status: string
  amount: string
  fee: string
}>

/**
 * Wraps a use case that takes on a withdrawal, and builds its response. If it throws, the request
 * may repeat one whose response was lost in a crash: a withdrawal stored under its key is then
 * returned.
 */
export const answering =
  <Ctx extends RequestContext, Input>(
    take: (ctx: Ctx, input: Input, caller: Caller, key: Buffer | null) => Promise<Requested>,
  ) =>
  async (ctx: Ctx, input: Input, caller: Caller, request: HttpRequest): Promise<Withdrawn> => {
    const key = request.requestKey ?? null
    const requested = await take(ctx, input, caller, key).catch(async (error: unknown) => {
      const known = key === null ? null : await findRequested(ctx.db, key)
      if (known === null) throw error
      return known
    })
    const { requestId, status, amount, fee } = requested
    return { request_id: requestId, status, amount: formatMoney(amount), fee: formatMoney(fee) }
  }

/**
 * Takes on a withdrawal, or refuses it for the first reason in the order of the interface's table.
 * The transaction that stores it repeats, under locks, every check that a concurrent request could
 * affect.
 *
 * @transactions codes are counted, and a mailed one used up, even if the withdrawal is refused.
 */
export async function requestWithdrawal(
  ctx: RequestContext,
  caller: Caller,
  asked: CheckedWithdrawal,
): Promise<Requested> {
  const { standing } = asked
  const unfit = ineligibility(standing)
  if (unfit !== null) return refuse(unfit)
  const codes = await matchCodes(ctx, caller, asked)
  try {
    const { pricesDisagree, ...sum } = assertAllowed(asked)
    const { flags, ...particulars } = await asked.particulars()
    const requested = await takeOn(ctx, {
      ...particulars,
      ...sum,
      flags: [
        ...flags,
        ...(standing.newDevice ? ['a new device'] : []),
        ...(pricesDisagree ? ['prices that disagree'] : []),
      ],
      requestId: `wd-${ctx.random.bytes(requestIdBytes).toString('hex')}`,
      user: caller.id,
      codes,
      requestKey: asked.requestKey,
      bounds: asked.terms,
    })
    crashPoint(ctx, 'withdrawal.held')
    return requested
  } catch (error) {
    // A caller who received this refusal must not probe further with the same code.
    if (isRefusal(error) && error.status < 500) await burnMailedCode(ctx, codes.mailed)
    throw error
  }
}

const requestIdBytes = 16

/** Checks the mailed code first, then the authenticator's, as the interface requires. */
async function matchCodes(
  ctx: RequestContext,
  caller: Caller,
  { standing, otpCode, twoFACode }: CheckedWithdrawal,
): Promise<Codes> {
  const user = caller.id
  const mailed = await matchMailedCode(ctx, { user, identity: caller.email, code: otpCode })
  if (mailed === null) return refuse('api.email_otp_error')
  if (!standing.bound) return refuse('api.required_for_twofa_binding')
  const refusal = 'api.two_fa_failed'
  const totp = await matchTotp(ctx, { user, code: twoFACode, refusal }, standing.totp)
  return { mailed, totp }
}

type Sum = Pick<
  WithdrawalRequest,
  'amount' | 'fee' | 'held' | 'sent' | 'worth' | 'dailyUnits' | 'shortHistoryUnits'
> &
  Pick<Valued, 'pricesDisagree'>

function assertAllowed({ standing, amount, fee, valued, kind, terms }: CheckedWithdrawal): Sum {
  if (standing.gateClosed) return refuse('api.try_again_later', waitOf(terms))
  if (amount === null) return refuse('api.coin_is_inactive')
  const held = kind === 'COIN' ? amount : add(amount, fee)
  if (compare(held, money(amount.asset, standing.availableUnits)) > 0) {
    return refuse('api.insufficient_funds')
  }
  if (valued === null) return refuse('api.market_price_unavailable')
  const dailyUnits = dailyUnitsOf(terms, amount)
  const beyondDay = compare(add(money(idr, standing.usedUnits), valued.worth), terms.dailyLimit) > 0
  if (beyondDay || (dailyUnits !== null && standing.assetUsedUnits + amount.units > dailyUnits)) {
    return refuse('api.exceed_system_daily_withdrawal_limit')
  }
  const sent = kind === 'COIN' ? subtract(amount, fee) : amount
  return { amount, fee, held, sent, dailyUnits, ...valued }
}

const waitOf = ({ gateSeconds }: Pick<Terms, 'gateSeconds'>) => ({ retryAfterSeconds: gateSeconds })

/** Refuses if the fee leaves nothing for the recipient. */
export function assertLeftAfterFee(amount: Money, fee: Money): void {
  if (!isPositive(subtract(amount, fee))) refuse('api.withdrawal_below_minimum')
}

const joinGroup = grouped((ctx: RequestContext, requests: readonly WithdrawalRequest[]) =>
  ctx.db.inTransaction((tx) => requestWithdrawals(tx, ctx, requests)),
)

async function takeOn(ctx: RequestContext, request: WithdrawalRequest): Promise<Requested> {
  const outcome = await joinGroup(ctx, request)
  if (outcome.kind === 'accepted') return outcome.requested
  const { key } = outcome
  return refuse(key, key === 'api.try_again_later' ? waitOf(request.bounds) : {})
}
