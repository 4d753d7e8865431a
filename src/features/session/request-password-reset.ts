import { z } from 'zod'
import type { Context } from '../../context.ts'
import { email } from '../../http/contracts.ts'
import { holdToRate } from '../../http/throttle.ts'
import { mailIfKnown } from './mail-if-known.ts'
import { resetMails, resetRequests } from './session-contracts.ts'

export const RequestPasswordReset = z.object({ email })

/** Mails a reset link. An unknown address gets the same answers, throttled as a known one. */
export async function requestPasswordReset(
  ctx: Pick<Context, 'clock' | 'config' | 'counters' | 'db' | 'log' | 'random'>,
  { email: address }: z.output<typeof RequestPasswordReset>,
): Promise<void> {
  await holdToRate(ctx, resetRequests, address, { refusal: 'passwords.throttled' })
  await mailIfKnown(ctx, address, { kind: 'reset-password', rate: resetMails })
}
