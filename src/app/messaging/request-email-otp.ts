import { z } from 'zod'
import type { Context } from '../../context.ts'
import { enqueueAskedMail } from '../../core/outbox/asked-mail.ts'
import { countMailedCode } from '../../platform/access/one-time-codes/otp-budget.ts'
import {
  mailboxCodes,
  messagesAndAccounts,
  ownMailboxCodes,
} from '../../platform/access/one-time-codes/otp-requests.ts'
import { knownDeviceOf } from '../../platform/access/sessions/known-device.ts'
import { isSignedInAs } from '../../platform/access/signed-in.ts'
import { email, oneOf, optional } from '../../platform/http/contracts/contracts.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceNetworkRate, enforceRate } from '../../platform/http/endpoint/throttle.ts'

export const RequestEmailOtp = z.object({
  email,
  purpose: optional(oneOf(['api-key', 'authenticator'])).meta({
    description:
      'What the code may be used for, and nothing else. Without it: to create an API key or to ' +
      'withdraw. Beyond the interface.',
  }),
})

/**
 * Has a code mailed to the owner of an address. The code is made with the mail: this request does
 * not look up whether the address has an owner. The owner's own requests have a budget apart, so
 * that strangers who request codes for the address, or share the network, cannot use it up.
 *
 * @transactions the budget alert is sent even if no code is.
 */
export async function requestEmailOtp(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address, purpose }: z.output<typeof RequestEmailOtp>,
  _caller: null,
  request: HttpRequest,
): Promise<void> {
  const isOwner =
    (await isSignedInAs(ctx, request, address)) ||
    (await knownDeviceOf(ctx, request, address)) !== null
  const refusal = 'api.otp_code_request_throttle'
  if (!isOwner) await enforceNetworkRate(ctx, messagesAndAccounts, request.ip, { refusal })
  await enforceRate(ctx, isOwner ? ownMailboxCodes : mailboxCodes, address, { refusal })
  await countMailedCode(ctx)
  await ctx.db.inTransaction((tx) => enqueueAskedMail(tx, ctx, 'email-otp', address, purpose))
}
