import { z } from 'zod'
import { lockSession } from '../../access/lock-session.ts'
import { checkOtp, consumeOtp, hasOtp, type OtpClaim } from '../../access/one-time-codes/otp.ts'
import type { Caller } from '../../access/signed-in.ts'
import { refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { CounterRule } from '../../database/counters.ts'
import { isUniqueViolation } from '../../database/database.ts'
import { digits } from '../../http/contracts.ts'
import type { HttpRequest } from '../../http/endpoint.ts'
import { dialFits, e164Of, phoneFields, phoneFits } from '../../http/phone-contracts.ts'
import { networkOf } from '../../http/route.ts'
import { forgetTries } from '../../http/throttle.ts'
import { enqueueAll } from '../../outbox/enqueue.ts'
import { blacklistPhone, isPhoneBlacklisted } from '../../users/phone-blacklist.sql.ts'
import { findPhoneOwner, updatePhone } from '../../users/users.sql.ts'

export const BindPhone = z
  .object({ ...phoneFields, otpCode: digits({ min: 6, max: 6 }) })
  .refine(...dialFits)
  .refine(...phoneFits)

/** The answer tells whether a phone is somebody's: nobody asks that of many. */
export const phoneBinds: CounterRule = { name: 'phone-binds', points: 20, windowSeconds: 3_600 }

/** As many wrong codes from one network put a phone on the blacklist. */
const wrongCodes: CounterRule = { name: 'wrong-sms-codes', points: 5, windowSeconds: 86_400 }

type BindContext = Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>

/** Binds a phone to the caller, who proves with the code sent there that it is theirs. */
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
  // Only who asked for a code can fail with it: nobody blacklists a phone by guessing at random.
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
  // An operator who lifts the phone gives it a fresh start.
  await forgetTries(ctx, wrongCodes, key)
}

/** The code is used up with the binding or not at all. An ended session binds nothing. */
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
