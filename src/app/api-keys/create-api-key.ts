import { z } from 'zod'
import { type RefusalKey, refuse } from '../../base/refusal.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../core/database/database.ts'
import { enqueueAll } from '../../core/outbox/enqueue.ts'
import { findUser, markMailboxProven } from '../../core/users/users.sql.ts'
import {
  countApiKeys,
  insertApiKey,
  lockOwner,
} from '../../platform/access/api-keys/api-key.sql.ts'
import { mintPair } from '../../platform/access/api-keys/api-key.ts'
import { apiKeyLimits } from '../../platform/access/api-keys/api-key-limits.ts'
import { lockSession } from '../../platform/access/lock-session.ts'
import { checkOtp, consumeOtp, type OtpClaim } from '../../platform/access/one-time-codes/otp.ts'
import { totpCode, withTotp } from '../../platform/access/one-time-codes/totp.ts'
import type { Caller } from '../../platform/access/signed-in.ts'
import { anyCode, line, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { ips, permissions } from './api-key-contracts.ts'
import { issuedMail, withdrawsAfter } from './issued-key.ts'
import { madeKey } from './shown-key.ts'

export const CreateApiKey = z.object({
  apiName: line({ max: apiKeyLimits.nameChars }),
  emailOtpCode: anyCode,
  phoneOtpCode: optional(anyCode),
  permissions,
  ips,
  twoFACode: optional(totpCode).meta({
    description:
      'The code of the authenticator app. Without it, the key may withdraw only after a day. ' +
      'Beyond the interface.',
  }),
})

type ApiKeyInput = z.output<typeof CreateApiKey>

/**
 * Makes a key if the request carries the code that was mailed to the caller. Without the code of an
 * authenticator that counts, its right to withdraw begins after a day. The codes are consumed in
 * the transaction that makes the key, so one code makes one key, and a failed request consumes
 * none. Fails if the session has ended meanwhile.
 */
export async function createApiKey(
  ctx: Pick<Context, 'config' | 'counters' | 'db' | 'log' | 'random'>,
  input: ApiKeyInput,
  caller: Caller,
  request: HttpRequest,
) {
  const codes = await matchedCodes(ctx, input, caller)
  const { pair, stored } = mintPair(ctx)
  const { twoFACode } = input
  const work = async (tx: Tx) => {
    const owner = await lockOwner(tx, caller.id)
    if (owner.suspended) return refuse('auth.account_suspended')
    await lockSession(tx, request)
    for (const { claim, refusal } of codes) {
      if (!(await consumeOtp(tx, ctx, claim))) return refuse(refusal)
    }
    await markMailboxProven(tx, caller.id)
    if ((await countApiKeys(tx, caller.id)) >= apiKeyLimits.perUser) {
      return refuse('api.api_key_limit')
    }
    const key = {
      name: input.apiName,
      permissions: [...new Set(input.permissions)],
      ips: input.ips ?? [],
      withdrawsAfterSeconds: withdrawsAfter(owner, twoFACode),
    }
    const made = await insertApiKey(tx, caller.id, key, stored)
    enqueueAll(tx, [issuedMail('api-key-created', `${made.id}`, made, caller)])
    return madeKey(made, pair)
  }
  if (twoFACode === undefined) return ctx.db.inTransaction(work)
  return withTotp(ctx, { user: caller.id, code: twoFACode }, work)
}

type Code = Readonly<{ claim: OtpClaim; refusal: RefusalKey }>

/** Checks the codes of a request and returns them; the phone's code is checked only if given. */
async function matchedCodes(
  ctx: Pick<Context, 'config' | 'db'>,
  { emailOtpCode, phoneOtpCode }: ApiKeyInput,
  caller: Caller,
): Promise<readonly Code[]> {
  const codes: Code[] = [
    {
      claim: {
        purpose: 'email',
        identity: caller.email,
        user: caller.id,
        code: emailOtpCode,
        uses: ['general', 'api-key'],
      },
      refusal: 'api.email_otp_error',
    },
  ]
  if (phoneOtpCode !== undefined) {
    const refusal = 'api.otp_verification_code_invalid'
    const phone = (await findUser(ctx.db.read, caller.id))?.phone ?? refuse(refusal)
    const claim: OtpClaim = {
      purpose: 'sms',
      identity: phone,
      user: caller.id,
      code: phoneOtpCode,
    }
    codes.push({ claim, refusal })
  }
  for (const { claim, refusal } of codes) {
    if ((await checkOtp(ctx, claim)) !== 'matched') refuse(refusal)
  }
  return codes
}
