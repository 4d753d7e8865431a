import { z } from 'zod'
import { networkOf } from '../../base/values/network.ts'
import type { Context } from '../../context.ts'
import { messagesAndAccounts } from '../../platform/access/one-time-codes/otp-requests.ts'
import { email } from '../../platform/http/contracts/contracts.ts'
import { deviceKeyOf } from '../../platform/http/endpoint/device-key.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceNetworkRate, enforceRate } from '../../platform/http/endpoint/throttle.ts'
import { isFromKnownDevice, mailIfKnown } from './mail-if-known.ts'
import { ownVerificationMails, resends, verificationMails } from './session-contracts.ts'

export const ResendVerification = z.object({ email })

/**
 * Mails a new verification link if the address needs one; any other address gets the same answer.
 * Requests from a device that the account knows have a budget of their own.
 */
export async function resendVerification(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address }: z.output<typeof ResendVerification>,
  _caller: null,
  request: HttpRequest,
): Promise<void> {
  const kind = 'verify-email'
  if (await isFromKnownDevice(ctx, request, address)) {
    return mailIfKnown(ctx, address, { kind, rate: ownVerificationMails })
  }
  if (deviceKeyOf(request) !== null) {
    await enforceRate(ctx, resends, `${networkOf(request.ip)} ${address}`)
    await enforceNetworkRate(ctx, messagesAndAccounts, request.ip)
  }
  return mailIfKnown(ctx, address, { kind, rate: verificationMails })
}
