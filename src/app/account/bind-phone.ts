import { z } from 'zod'
import { refuse } from '../../base/refusal.ts'
import { networkOf } from '../../base/values/network.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../core/database/cluster/counters.ts'
import { isUniqueViolation } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { blacklistPhone, isPhoneBlacklisted } from '../../core/users/phone-blacklist.sql.ts'
import { findPhoneOwner, updatePhone } from '../../core/users/users.sql.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import {
  checkOtp,
  consumeOtp,
  hasOtp,
  type OtpClaim,
} from '../../platform/access/one-time-codes/otp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { sixDigitCode } from '../../platform/http/contracts/contracts.ts'
import {
  dialFits,
  e164Of,
  phoneFields,
  phoneFits,
} from '../../platform/http/contracts/phone-contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { forgetTries } from '../../platform/http/endpoint/throttle.ts'

export const BindPhone = z
  .object({ ...phoneFields, otpCode: sixDigitCode })
  .refine(...dialFits)
  .refine(...phoneFits)

/** Limits how many phones a caller can probe: the response reveals whether a phone is taken. */
export const phoneBinds: CounterRule = { name: 'phone-binds', points: 20, windowSeconds: 3_600 }

/** After this many wrong codes from one network, the phone is put on the blacklist. */
const wrongCodes: CounterRule = { name: 'wrong-sms-codes', points: 5, windowSeconds: 86_400 }

type BindContext = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>

/** Binds a phone to the caller, who proves ownership with the code sent to it. */
export async function bindPhone(
  ctx: BindContext,
  { otpCode, ...parts }: z.output<typeof BindPhone>,
  caller: Caller,
  request: HttpRequest,
): Promise<void> {
  const phone = e164Of(parts)
  const owner = await findPhoneOwner(ctx.db.read, phone)
  if (owner !== null && owner !== caller.id) return refuse('api.phone_number_in_used')
  const own = owner === caller.id
  if (!own && (await isPhoneBlacklisted(ctx.db, phone))) {
    return refuse('api.phone_number_blacklisted')
  }
  const claim = { purpose: 'sms', identity: phone, user: caller.id, code: otpCode } as const
  const outcome = await checkOtp(ctx, claim)
  // Only a caller who requested a code counts: random guesses must not blacklist a phone.
  if (outcome === 'wrong' && !own && (await hasOtp(ctx, claim))) {
    await countWrongCode(ctx, networkOf(request.ip), phone)
  }
  if (outcome !== 'matched') return refuse('api.otp_verification_code_invalid')
  await bind(ctx, claim, request)
}

async function countWrongCode(ctx: BindContext, network: string, phone: string): Promise<void> {
  const key = `${network} ${phone}`
  const taken = await ctx.counters.take(wrongCodes, key)
  if (taken.remaining > 0) return
  await blacklistPhone(ctx.db, phone, 'wrong codes')
  // Resets the count, so a phone that an operator takes off the blacklist starts afresh.
  await forgetTries(ctx, wrongCodes, key)
}

/** Consumes the code and binds the phone in one transaction; fails if the session has ended. */
async function bind(
  ctx: BindContext,
  claim: OtpClaim & Readonly<{ user: Caller['id'] }>,
  request: HttpRequest,
): Promise<void> {
  const { user, identity: phone } = claim
  const key = `phone-bound:${user}:${ctx.random.bytes(16).toString('hex')}`
  try {
    await ctx.db.inTransaction(async (tx) => {
      if (!(await consumeOtp(tx, ctx, claim))) refuse('api.otp_verification_code_invalid')
      await updatePhone(tx, user, phone)
      await lockSession(tx, request)
      enqueueAll(tx, [{ to: 'mail', kind: 'phone-bound', key, user }])
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_phone_key')) return refuse('api.phone_number_in_used')
    throw error
  }
}
