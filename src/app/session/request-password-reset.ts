import { z } from 'zod'
import type { Context } from '../../context.ts'
import { messagesAndAccounts } from '../../platform/access/one-time-codes/otp-requests.ts'
import { email } from '../../platform/http/contracts/contracts.ts'
import { deviceKeyOf } from '../../platform/http/endpoint/device-key.ts'
import type { HttpRequest } from '../../platform/http/endpoint/endpoint.ts'
import { enforceNetworkRate, enforceRate } from '../../platform/http/endpoint/throttle.ts'
import { enqueueMailIfKnown, isFromKnownDevice, mailIfKnown } from './mail-if-known.ts'
import { ownResetMails, resetMails, resetRequests } from './session-contracts.ts'

export const RequestPasswordReset = z.object({ email })

/**
 * Mails a reset link. An unknown address gets the same answers and the same throttle as a known
 * one. Requests from a device that the account knows have a budget of their own, so strangers who
 * keep an address throttled cannot stop its owner's mails.
 */
export async function requestPasswordReset(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address }: z.output<typeof RequestPasswordReset>,
  _caller: null,
  request: HttpRequest,
): Promise<void> {
  const refusal = 'passwords.throttled'
  if (await isFromKnownDevice(ctx, request, address)) {
    await enforceRate(ctx, ownResetMails, address, { refusal })
    return enqueueMailIfKnown(ctx, address, 'reset-password')
  }
  if (deviceKeyOf(request) !== null) await enforceNetworkRate(ctx, messagesAndAccounts, request.ip)
  await enforceRate(ctx, resetRequests, address, { refusal })
  await mailIfKnown(ctx, address, { kind: 'reset-password', rate: resetMails })
}
